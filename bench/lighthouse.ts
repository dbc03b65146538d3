import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '#scripts/browser.ts';
import { runNode } from '#scripts/tool.ts';
import { linkOn, makeDemo } from './demo.ts';
import { startSite } from './server.ts';

/**
 * Not a dependency: with what it brings along it is a quarter of all packages of a checkout, for one bench. npm runs it
 * from its own store.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Runs of each page: the median counts. */
const ROUNDS = 3;

/** What Lighthouse says of a page on its phone: medians of the rounds, times in milliseconds. */
export interface LighthouseResult {
  readonly page: string;
  /** 0 to 100, of the category "performance". */
  readonly score: number;
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** Cumulative layout shift, without a unit. */
  readonly shift: number;
  /** Lighthouse's own measure of the machine: the higher, the faster. */
  readonly machine: number;
}

interface Report {
  readonly categories: { readonly performance: { readonly score: number } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
  readonly environment: { readonly benchmarkIndex: number };
}

/** The median of some numbers; of an even count the upper one of the two in the middle. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

async function measurePage(browser: string, url: string, place: string): Promise<Report> {
  const npm = process.env['npm_execpath'];
  if (!npm) throw new Error('Start the bench through npm: npm run bench -- --lighthouse');
  const file = path.join(place, 'report.json');
  const { code, output } = await runNode(
    npm,
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--only-categories=performance',
      '--output=json',
      `--output-path=${file}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage',
    ],
    { environment: { CHROME_PATH: browser } },
  );
  if (code !== 0) throw new Error(`Lighthouse failed at ${url}:\n${output}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/**
 * Lighthouse's phone (a simulated slow line and a processor slowed four times) on seven pages of the demo, for visitors.
 * Rounds go over all pages, so that a busy minute of the machine does not fall on one page.
 * @throws without a browser, or without a link to lighthouse's package
 */
export async function measureLighthouse(): Promise<LighthouseResult[]> {
  const browser = findBrowser();
  if (browser === null) throw new Error('No browser was found: install Chromium, or name one in CHROMIUM_PATH.');
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-lighthouse-'));
  try {
    await makeDemo(path.join(place, 'demo'));
    const site = await startSite({ dataDir: path.join(place, 'demo'), databaseUrl: '' });
    try {
      const { address } = site;
      const pages = {
        home: '/',
        forum: '/forum',
        post: await linkOn(address, '/forum', /href="(\/forum\/post\/[\w-]+)"/),
        uploads: '/uploads',
        track: await linkOn(address, '/uploads', /href="(\/uploads\/[0-9a-f-]{36})"/),
        gallery: '/gallery',
        profile: await linkOn(address, '/members', /href="(\/profile\/\w+)"/),
      };
      const reports = new Map<string, Report[]>(Object.keys(pages).map((page) => [page, []]));
      for (let round = 0; round < ROUNDS; round++)
        for (const [page, at] of Object.entries(pages))
          reports.get(page)!.push(await measurePage(browser, `${address}${at}`, place));
      return [...reports].map(([page, all]) => {
        const of = (audit: string): number =>
          median(all.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
        return {
          page,
          score: Math.round(median(all.map(({ categories }) => categories.performance.score)) * 100),
          firstPaint: of('first-contentful-paint'),
          largestPaint: of('largest-contentful-paint'),
          blocking: of('total-blocking-time'),
          shift: of('cumulative-layout-shift'),
          machine: median(all.map(({ environment }) => environment.benchmarkIndex)),
        };
      });
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The results as lines for a person. */
export function lighthouseReport(results: readonly LighthouseResult[]): string {
  return results
    .map(
      ({ page, score, firstPaint, largestPaint, blocking, shift, machine }) =>
        `${page.padEnd(8)} ${String(score).padStart(3)}  first paint ${firstPaint.toFixed(0)} ms, largest ${largestPaint.toFixed(0)} ms, blocking ${blocking.toFixed(0)} ms, shift ${shift.toFixed(3)}; machine ${machine.toFixed(0)}`,
    )
    .join('\n');
}
