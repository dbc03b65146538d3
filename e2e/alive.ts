import type { Page } from '@playwright/test';

/**
 * Waits until a page's code is at work. What a journey does before is not lost (`early-acts.spec.ts`), but a link that is
 * clicked before loads a whole page, and a box that is ticked before is put back and ticked again: needed where a journey
 * looks closely at one of them.
 */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => window.earlyActs === undefined);
}
