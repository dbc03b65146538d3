import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Route,
  test as base,
  expect,
} from '@playwright/test';
import type axe from 'axe-core';
import { pino } from 'pino';
import { readConfig } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import { type FixtureMember, type MemberOverrides, makeMember } from '#people/accounts/server/fixtures.ts';
import { type SpotifyStandIn, startSpotifyStandIn } from '#features/showcase/server/testing/spotify-stand-in.ts';
import type { OutboxMail } from '#platform/server/mail/message.ts';
import { openSite } from '#site/server/site.ts';
import { type TestDatabase, makeTestDatabase } from '#site/testing/database.ts';
import { freePort } from '#platform/server/free-port.ts';

export { expect };
export type { FixtureMember };

/** The site that a test's pages come from: the built pages on a database of its own. */
export interface TestSite {
  /** Origin without a trailing slash; also the pages' base address. */
  readonly url: string;
  /** For the features' own fixtures, such as `makePost(site.ctx, …)`. */
  readonly ctx: Context;
  /** What the site takes for Spotify. */
  readonly spotify: SpotifyStandIn;
  /** A fresh member, verified by default. */
  member(overrides?: MemberOverrides): Promise<FixtureMember>;
  /** Signs a page's browser in by an inserted session, without the form. */
  signIn(page: Page, member: Pick<FixtureMember, 'cookie'>): Promise<void>;
  /** Waits until no job is left that could run now. */
  settle(): Promise<void>;
  /** The mails to an address, newest first, after every job has run. */
  mails(to: string): Promise<OutboxMail[]>;
}

/** An error in the browser that a test expects: a text of it or a pattern. */
export type Expected = string | RegExp;

interface Fixtures {
  /** Opens a page in a browser of its own, such as a second member's. Watched like the first one. */
  open(member?: Pick<FixtureMember, 'cookie'> | null, options?: BrowserContextOptions): Promise<Page>;
  /** Declares an error that this test causes on purpose (`allow(/status of 401/)`); any other fails the test. */
  allow(expected: Expected): void;
  /** Fails on serious and critical accessibility faults of a page, in the dark and the light theme. */
  axe(page: Page): Promise<void>;
  pageErrors: PageErrors;
}

interface PageErrors {
  watch(page: Page): void;
  readonly seen: string[];
  readonly allowed: Expected[];
}

/** Answers the site of a file of journeys, opened with its first one. The site of the file before is closed then. */
type Sites = (file: string, settings: Readonly<Record<string, string>>) => Promise<TestSite>;

interface Own {
  settings: Record<string, string>;
  site: TestSite;
}

export const test = base.extend<Fixtures & Own, { sites: Sites }>({
  // Settings of the operator that a file's site has: `test.use({ settings: { SIGN_UP: 'invitation' } })`.
  settings: [{}, { option: true }],
  // A worker runs many files: the program is loaded and the browser started once for all of them.
  sites: [
    async ({}, use) => {
      let open: { key: string; site: TestSite; close(): Promise<void> } | null = null;
      await use(async (file, settings) => {
        const key = JSON.stringify([file, settings]);
        if (open?.key !== key) {
          await open?.close();
          open = null;
          open = { key, ...(await openTestSite(await makeTestDatabase(), settings)) };
        }
        return open.site;
      });
      await (open as { close(): Promise<void> } | null)?.close();
    },
    // A busy machine takes its time to close one.
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [
    async ({ sites, settings }, use, { file }) => {
      await use(await sites(file, settings));
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  pageErrors: [
    async ({}, use) => {
      const seen: string[] = [];
      // See `serviceWorkers` in `playwright.config.ts`.
      const allowed: Expected[] = ['Service Worker registration blocked by Playwright'];
      await use({ seen, allowed, watch: (page) => watch(page, seen) });
      const undeclared = seen.filter(
        (text) =>
          !allowed.some((expected) => (typeof expected === 'string' ? text.includes(expected) : expected.test(text))),
      );
      expect(undeclared, 'no error in the browser that the test did not declare').toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, pageErrors }, use) => {
    pageErrors.watch(page);
    await use(page);
  },
  open: async ({ browser, site, pageErrors, contextOptions }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await use(async (member = null, options = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: site.url, ...options });
      opened.push(context);
      const page = await context.newPage();
      pageErrors.watch(page);
      if (member) await site.signIn(page, member);
      return page;
    });
    for (const context of opened) await context.close();
  },
  allow: async ({ pageErrors }, use) => {
    await use((expected) => void pageErrors.allowed.push(expected));
  },
  axe: async ({}, use) => {
    await use(checkAccessibility);
  },
});

async function openTestSite(
  database: TestDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<{ site: TestSite; close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'looproom-e2e-'));
  const port = await freePort();
  const spotify = await startSpotifyStandIn();
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SITE_URL: `http://localhost:${port}`,
    SPOTIFY_STAND_IN_URL: spotify.url,
    ...settings,
  });
  const site = await openSite(config, pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'error' }), {
    rateLimits: false,
  });
  await site.listen();
  return {
    site: siteOf(site.ctx, spotify),
    async close() {
      await site.close();
      await spotify.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function siteOf(ctx: Context, spotify: SpotifyStandIn): TestSite {
  const settle = (): Promise<void> => ctx.jobs.idle();
  return {
    url: ctx.siteUrl,
    ctx,
    spotify,
    member: (overrides) => makeMember(ctx, overrides),
    async signIn(page, member) {
      const equals = member.cookie.indexOf('=');
      const cookie = { name: member.cookie.slice(0, equals), value: member.cookie.slice(equals + 1) };
      await page.context().addCookies([{ ...cookie, url: ctx.siteUrl, httpOnly: true, sameSite: 'Lax' }]);
    },
    settle,
    async mails(to) {
      await settle();
      const all = (await ctx.mail.outbox?.list(1000)) ?? [];
      return all.filter((mail) => mail.to === to);
    },
  };
}

/**
 * `LATE_CODE`, in milliseconds: each file of a page's code comes up to so much later, at random. A journey that fails
 * with it shows that something is lost while code is loading.
 */
const lateCode = Number(process.env['LATE_CODE'] ?? 0);

/**
 * `LATE_ANSWERS`, in milliseconds: the same for the answers of endpoints. A late answer must not undo what was done
 * meanwhile.
 */
const lateAnswers = Number(process.env['LATE_ANSWERS'] ?? 0);

async function comeLate(route: Route): Promise<void> {
  await sleep(Math.random() * lateCode);
  // The page may be gone by now.
  await route.continue().catch(() => undefined);
}

async function answerLate(route: Route): Promise<void> {
  try {
    // What is fetched here knows nothing of a page without a network.
    if (
      !(await route
        .request()
        .frame()
        .evaluate(() => navigator.onLine))
    )
      return await route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    await sleep(Math.random() * lateAnswers);
    await route.fulfill({ response });
  } catch {
    // The site or the page may be gone by now.
    await route.abort('aborted').catch(() => undefined);
  }
}

/** Collects what a careful reader of the browser's console would stumble over; policy violations are console errors. */
function watch(page: Page, seen: string[]): void {
  if (lateCode > 0) void page.route('**/assets/*.js', comeLate);
  if (lateAnswers > 0) void page.route('**/api/v1/**', answerLate);
  page.on('console', (message) => {
    // A page that is left while its socket connects: Chromium says so, and nobody can do better.
    if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
    if (message.type() === 'error' || message.type() === 'warning')
      seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => seen.push(`page error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left drops what it was still fetching.
    if (reason !== 'net::ERR_ABORTED') seen.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('popup', (popup) => watch(popup, seen));
}

/** What each document gets: `axe.source` is twice as large, for it is not minified. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe's rules about colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Rules that take long, and whose findings axe itself calls moderate or minor at most: none of them would be shown. */
const moderateRules = ['aria-deprecated-role', 'heading-order', 'landmark-unique', 'region', 'skip-link'];

/** The part of axe's findings that says what to fix. */
interface Fault {
  readonly id: string;
  readonly help: string;
  readonly where: readonly string[];
}

async function checkAccessibility(page: Page): Promise<void> {
  // Once for each document: it is large.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  for (const theme of ['dark', 'light']) {
    // The second theme differs in its colours alone.
    const rules = theme === 'dark' ? null : colourRules;
    const faults = await page.evaluate(findFaults, { theme, rules, without: moderateRules });
    expect(faults, `no serious accessibility fault at ${page.url()} in the ${theme} theme`).toEqual([]);
  }
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), before);
}

/** @returns every fault that axe finds in a page as it stands, those against good practice and too small targets too. */
export async function everyFault(page: Page): Promise<Fault[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      preload: false,
      rules: { 'target-size': { enabled: true } },
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map((node) => node.target.join(' ')).slice(0, 5),
    }));
  });
}

/** Which rules of axe run in which theme. */
interface Search {
  readonly theme: string;
  /** Null for all rules but those of `without`. */
  readonly rules: string[] | null;
  readonly without: readonly string[];
}

/** Runs in the page. @returns its serious and critical faults in a theme. */
async function findFaults({ theme, rules, without }: Search): Promise<Fault[]> {
  document.documentElement.dataset['theme'] = theme;
  // Colours that fade from one theme to the other would be measured half-way.
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(fading.map((animation) => animation.finished));
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
    // Only violations are reported.
    resultTypes: ['violations'],
    // What it would fetch in advance, the source of every style sheet, is for rules that are not on.
    preload: false,
    ...(rules ? { runOnly: rules } : { rules: Object.fromEntries(without.map((id) => [id, { enabled: false }])) }),
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.target.join(' ')).slice(0, 5) }));
}
