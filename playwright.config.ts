import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
// A worker reads this file before it loads the program, whose modules are so found without a search.
import './site/testing/module-paths.ts';

const executablePath = findBrowser();
const isCi = Boolean(process.env['CI']);

/** The files that take longest: begun first, so that none of them runs alone at the end. */
const longest = [
  'crash',
  'party-sync',
  'accessibility',
  'party-outages',
  'sharing',
  'player',
  'party-room',
  'video',
].map((name) => `${name}.spec.ts`);

/**
 * Journeys through the built pages in a real browser. Each file has a site of its own (`e2e/world.ts`), and no journey
 * depends on what those of another file left there. Projects run in their order.
 */
export default defineConfig({
  testDir: 'e2e',
  // What each file's site copies its database from.
  globalSetup: ['./scripts/test-run-folder.ts', './scripts/test-server.ts'],
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'short', testMatch: '*.spec.ts', testIgnore: longest },
  ],
  outputDir: 'test-results',
  fullyParallel: false,
  // Twice as many as processors: some journeys wait for tracks, leases and restarts most of their time.
  workers: 4,
  // Node reads TypeScript by itself; translated again, the site's own code alone costs each worker seconds.
  build: { external: ['**/*'] },
  // Where the machine is not ours, a failed journey runs once more with a new worker: a fresh site and a fresh browser.
  // `scripts/reports/browser-report.ts` decides how many of those a run may have.
  retries: isCi ? 1 : 0,
  forbidOnly: true,
  // Of a machine that does other things as well: nothing waits for them when all is well.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    // Journeys of its own allow it (`offline`, `push`): what a worker asks for, no other journey could hold back.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // The first try is the one that failed; pictures of every step would slow it down. Snapshots of the page fetch its
    // `blob:` addresses, which our Content Security Policy forbids: the browser would report what no page did.
    trace: isCi ? { mode: 'retain-on-first-failure', screenshots: false, snapshots: false } : 'off',
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      // Root has no user namespaces; a small /dev/shm would end the browser.
      args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
