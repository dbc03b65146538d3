import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { findBrowser } from '#scripts/browser.ts';
import { runNode } from '#scripts/tool.ts';
import { readConfig } from '#platform/server/config.ts';
import { openSite } from '#site/server/site.ts';
import { folder } from './place.ts';
import { type Row, quantile, short } from './rows.ts';
import { withSite } from './server.ts';

/**
 * Not a dependency: with what it brings along it is a quarter of all packages of a checkout, for one bench. npm runs it
 * from its own store.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Runs of each page: the median counts. */
const ROUNDS = 3;

interface Report {
  readonly categories: { readonly performance: { readonly score: number } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly environment: { readonly benchmarkIndex: number };
}

async function measurePage(browser: string, url: string): Promise<Report> {
  const npm = process.env['npm_execpath'];
  if (!npm) throw new Error('Start the bench through npm: npm run bench -- --lighthouse');
  const file = path.join(folder, 'report.json');
  const run = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url, '--quiet'];
  const what = ['--only-categories=performance', '--output=json', `--output-path=${file}`];
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage';
  const { code, output } = await runNode(npm, [...run, ...what, chrome], { environment: { CHROME_PATH: browser } });
  if (code !== 0) throw new Error(`Lighthouse failed at ${url}:\n${output}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** The demo community with all its files processed. @returns its folder */
export async function makeDemo(): Promise<string> {
  const dataDir = path.join(folder, 'demo');
  const { code } = await runNode('scripts/demo.ts', ['--make-only'], {
    live: true,
    environment: { DATA_DIR: dataDir },
  });
  if (code !== 0) throw new Error('The demo was not made.');
  const site = await openSite(readConfig({ DATA_DIR: dataDir }), pino({ level: 'error' }), { pages: false });
  await site.ctx.jobs.idle();
  await site.close();
  return dataDir;
}

/** The first address of a kind that a page links to. @throws when there is none */
export async function linkOn(address: string, page: string, pattern: RegExp): Promise<string> {
  const [, link] = pattern.exec(await (await fetch(`${address}${page}`)).text()) ?? [];
  if (link === undefined) throw new Error(`${page} has no link like ${pattern}.`);
  return link;
}

/**
 * Lighthouse's phone (a simulated slow line and a processor slowed four times) on seven pages of the demo, for visitors.
 * Rounds go over all pages, so that a busy minute of the machine does not fall on one page.
 * @throws without a browser, or without a link to lighthouse's package
 */
export async function measureLighthouse(least: number): Promise<Row[]> {
  const browser = findBrowser();
  if (browser === null) throw new Error('No browser was found: install Chromium, or name one in CHROMIUM_PATH.');
  return await withSite({ dataDir: await makeDemo(), databaseUrl: '' }, async ({ address }) => {
    const post = await linkOn(address, '/forum', /href="(\/forum\/post\/[\w-]+)"/);
    const track = await linkOn(address, '/uploads', /href="(\/uploads\/[0-9a-f-]{36})"/);
    const profile = await linkOn(address, '/members', /href="(\/profile\/\w+)"/);
    const reports = new Map(
      ['/', '/forum', post, '/uploads', track, '/gallery', profile].map((page): [string, Report[]] => [page, []]),
    );
    for (let round = 0; round < ROUNDS; round++)
      for (const [page, all] of reports) all.push(await measurePage(browser, `${address}${page}`));
    return [...reports].map(([page, all]): Row => {
      const median = (of: (one: Report) => number | undefined): number =>
        quantile(
          all.map((one) => of(one) ?? Number.NaN),
          0.5,
        );
      const audit = (name: string): string => short(median(({ audits }) => audits[name]?.numericValue));
      const paints = `first paint ${audit('first-contentful-paint')} ms, largest ${audit('largest-contentful-paint')} ms`;
      const more = `${paints}, blocking ${audit('total-blocking-time')} ms, shift ${audit('cumulative-layout-shift')}; machine ${short(median(({ environment }) => environment.benchmarkIndex))}`;
      const value = Math.round(median(({ categories }) => categories.performance.score) * 100);
      return { what: page, value, unit: 'points', least, more };
    });
  });
}
