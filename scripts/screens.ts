import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { pino } from 'pino';
import sharp from 'sharp';
import { packageRoot, readConfig } from '#platform/server/config.ts';
import { countStatistics } from '#people/community/server/store.ts';
import { openSite } from '#site/server/site.ts';
import { ensureBrowser } from '#scripts/browser.ts';
import { makeDemo } from '#scripts/demo/make.ts';
import { type ScreenFixtures, screenFixturesOf } from './screens/fixtures.ts';
import { documented, pictureName, screensPage } from '#scripts/screens/documented.ts';
import { type Screen, screensOf } from '#scripts/screens/list.ts';

/** The pictures of the documentation together: they lie in the repository. */
const maxBytes = 1.5 * 1024 * 1024;
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const themes = ['dark', 'light'] as const;
/** Most of the time a page only settles: several are taken side by side. */
const atOnce = 3;
const patienceMs = 180_000;
/** Of the WebP files: text stays sharp, gradients take little. */
const quality = 80;

const { values } = parseArgs({
  options: {
    /** Only these screens, by name; the other pictures stay. */
    only: { type: 'string' },
    /** Only the pictures of the documentation, into `docs/screens`. */
    docs: { type: 'boolean', default: false },
    /** Where the pictures go; else into the folder `screens`, which git ignores. */
    to: { type: 'string' },
    /** Folder of a finished demo to copy, in place of making one. */
    community: { type: 'string' },
  },
});
const target = values.to ?? path.join(packageRoot(), values.docs ? 'docs/screens' : 'screens');
const documentedNames = new Set(documented.map(({ screen, width, theme }) => pictureName(screen, width, theme)));

/** Themes in which a screen is taken at a width. */
function themesOf({ name, isBrief, widths }: Screen, width: number): readonly ('dark' | 'light')[] {
  if (values.docs) return themes.filter((theme) => documentedNames.has(pictureName(name, width, theme)));
  if (!isBrief || widths) return themes;
  return width === sizes[0].width ? ['light'] : width === sizes[2].width ? ['dark'] : [];
}

/** One load of a page, and the widths at which pictures of it are taken one after the other. */
interface Visit {
  readonly screen: Screen;
  readonly widths: readonly number[];
}

const isTouch = (width: number): boolean => width < 1000;

/** What was opened stands where it fits its width: only a page on which nothing is done may change it. */
function visitsOf(screen: Screen): Visit[] {
  const widths = sizes
    .map(({ width }) => width)
    .filter((width) => themesOf(screen, width).length > 0 && (screen.widths?.includes(width) ?? true));
  const touched = widths.filter(isTouch);
  const groups = screen.action ? widths.map((width) => [width]) : [touched, widths.filter((width) => !isTouch(width))];
  return groups.filter((group) => group.length > 0).map((group) => ({ screen, widths: group }));
}

async function openContext(browser: Browser, origin: string, fixtures: ScreenFixtures, { screen, widths }: Visit) {
  const context = await browser.newContext({
    baseURL: origin,
    hasTouch: isTouch(widths[0]!),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const cookie = screen.who === null ? undefined : fixtures.cookies.get(screen.who);
  if (cookie !== undefined) {
    const at = cookie.indexOf('=');
    await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin }]);
  }
  return context;
}

/** Waits until the page is alive, and what is in sight is drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Members' texts hold no buttons and no times: those are React's own.
    // Small players have no React.
    if (location.pathname.startsWith('/embed/')) return document.readyState === 'complete';
    const last = [...document.querySelectorAll('main, main button, main time')].at(-1);
    const isAlive = last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactFiber'));
    const isInSight = ({ top, bottom }: DOMRect): boolean => bottom > 0 && top < innerHeight;
    return isAlive && [...document.images].every((one) => one.complete || !isInSight(one.getBoundingClientRect()));
  });
  await page.waitForTimeout(200);
}

/** Takes the pictures of one visit, in both themes. @returns how many bytes they have */
async function shoot(context: BrowserContext, { screen, widths }: Visit): Promise<number> {
  const page = await context.newPage();
  // Pictures are taken on busy machines too.
  page.setDefaultTimeout(patienceMs);
  page.setDefaultNavigationTimeout(patienceMs);
  let bytes = 0;
  for (const width of widths) {
    await page.setViewportSize(sizes.find((size) => size.width === width)!);
    await page.emulateMedia({ colorScheme: themes[0] });
    if (width === widths[0]) {
      await page.goto(screen.address, { waitUntil: 'networkidle' });
      await settled(page);
      await screen.action?.(page);
    }
    for (const colorScheme of themesOf(screen, width)) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const picture = await sharp(await page.screenshot({ animations: 'disabled' }))
        .webp({ quality })
        .toBuffer();
      bytes += picture.length;
      writeFileSync(path.join(target, pictureName(screen.name, width, colorScheme)), picture);
    }
  }
  await page.close();
  return bytes;
}

const data = await mkdtemp(path.join(tmpdir(), 'looproom-screens-'));
const probe = createServer();
await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
const { port } = probe.address() as AddressInfo;
await new Promise((resolve) => probe.close(resolve));
const config = readConfig({ PORT: String(port), DATA_DIR: data, SITE_URL: `http://localhost:${port}` });
const log = pino({ level: 'error' });
if (values.community === undefined) await makeDemo(config, { log });
else cpSync(values.community, data, { recursive: true });
const site = await openSite(config, log, { rateLimits: false });
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  if (values.only === undefined) rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const fixtures = await screenFixturesOf(site.ctx);
  await site.ctx.jobs.idle();
  await countStatistics(site.ctx.db, new Date());
  await site.listen();
  const wanted = values.only?.split(',');
  const due = screensOf(fixtures)
    .filter(({ name }) => !wanted || wanted.includes(name))
    .flatMap(visitsOf);
  // Where nothing is done, visits of one reader share a browser's memory: scripts are fetched and read once.
  const shared = new Map<string, Promise<BrowserContext>>();
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      const key = `${next.screen.who} ${isTouch(next.widths[0]!)}`;
      const known = next.screen.action ? undefined : shared.get(key);
      const opened = known ?? openContext(browser, `http://localhost:${port}`, fixtures, next);
      if (!next.screen.action) shared.set(key, opened);
      const context = await opened;
      const made = await shoot(context, next);
      bytes += made;
      if (next.screen.action) await context.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (values.docs) writeFileSync(path.join(packageRoot(), 'docs/screens.md'), screensPage());
  console.log(`${target}: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  if (values.docs && bytes > maxBytes) throw new Error(`The pictures have more than ${maxBytes} bytes.`);
} finally {
  await browser.close();
  await site.close();
  await rm(data, { recursive: true, force: true });
}
