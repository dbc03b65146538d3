import type { Page } from '@playwright/test';

/**
 * Waits until a page is hydrated. What a journey does before is not lost (`early-actions.spec.ts`), but a link that is
 * clicked before loads a whole page, and a box that is ticked before is reset and ticked again: needed where a journey
 * tests one of them.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.earlyActions === undefined);
}
