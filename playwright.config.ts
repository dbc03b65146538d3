import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';

const executablePath = findBrowser();

/** Journeys through the built pages in a real browser; each worker has a site of its own (`e2e/world.ts`). */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 3,
  // Node reads TypeScript by itself; translated again, the site's own code alone costs each worker seconds.
  build: { external: ['**/*'] },
  retries: 0,
  forbidOnly: true,
  // Of a machine that does other things as well: nothing waits for them when all is well.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      // Root has no user namespaces; a small /dev/shm would end the browser.
      args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
});
