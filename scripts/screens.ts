import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { pino } from 'pino';
import { packageRoot, readConfig } from '#server/config.ts';
import { countStatistics } from '#server/features/community/store.ts';
import { openSite } from '#server/site.ts';
import { ensureBrowser } from '#scripts/browser.ts';
import { makeDemo } from '#scripts/demo/make.ts';
import { type Cast, castOf } from '#scripts/screens/cast.ts';
import { type Screen, screensOf } from '#scripts/screens/list.ts';
import { smallPng } from '#scripts/small-png.ts';

const maxBytes = 12 * 1024 * 1024;
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;
const themes = ['dark', 'light'] as const;
/** Most of the time a page only settles: several are taken side by side. */
const atOnce = 3;
const patienceMs = 180_000;

const { values } = parseArgs({
  options: {
    /** Only these screens, by name; the other pictures stay. */
    only: { type: 'string' },
    /** Where the pictures go. */
    to: { type: 'string', default: path.join(packageRoot(), 'docs/screens') },
    /** Folder of a finished demo to copy, in place of making one. */
    community: { type: 'string' },
  },
});

/** Takes one screen at one width, in both themes. @returns how many bytes the pictures have. */
async function shoot(browser: Browser, origin: string, cast: Cast, screen: Screen, width: number): Promise<number> {
  const viewport = sizes.find((size) => size.width === width)!;
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    hasTouch: width < 1000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const cookie = screen.who === null ? undefined : cast.cookies.get(screen.who);
  if (cookie !== undefined) {
    const at = cookie.indexOf('=');
    await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url: origin }]);
  }
  const page = await context.newPage();
  // Pictures are taken on busy machines too.
  page.setDefaultTimeout(patienceMs);
  page.setDefaultNavigationTimeout(patienceMs);
  await page.emulateMedia({ colorScheme: themes[0] });
  await page.goto(screen.address, { waitUntil: 'networkidle' });
  await screen.act?.(page);
  let bytes = 0;
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(200);
    const picture = smallPng(await page.screenshot({ animations: 'disabled' }));
    bytes += picture.length;
    writeFileSync(path.join(values.to, `${screen.name}-${width}-${colorScheme}.png`), picture);
  }
  await context.close();
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
  if (values.only === undefined) rmSync(values.to, { recursive: true, force: true });
  mkdirSync(values.to, { recursive: true });
  const cast = await castOf(site.ctx);
  await site.ctx.jobs.idle();
  await countStatistics(site.ctx.db, new Date());
  await site.listen();
  const wanted = values.only?.split(',');
  const due = screensOf(cast)
    .filter(({ name }) => !wanted || wanted.includes(name))
    .flatMap((screen) =>
      sizes.flatMap(({ width }) => (!screen.widths || screen.widths.includes(width) ? { screen, width } : [])),
    );
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (let next = due.shift(); next; next = due.shift()) {
      const made = await shoot(browser, `http://localhost:${port}`, cast, next.screen, next.width);
      bytes += made;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(`${values.to}: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
  if (bytes > maxBytes) throw new Error(`The pictures have more than ${maxBytes} bytes.`);
} finally {
  await browser.close();
  await site.close();
  await rm(data, { recursive: true, force: true });
}
