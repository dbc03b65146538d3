import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { share, tone } from './share.ts';
import { expect, test } from './world.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const isPlaying = (page: Page) => bar(page).getByRole('button', { name: /^Pause/ });

/** How often the page's styles were computed until now, and when that was, in seconds. */
async function drawn(browser: CDPSession): Promise<{ times: number; at: number }> {
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)!.value;
  return { times: of('RecalcStyleCount'), at: of('Timestamp') };
}

test('a sound that plays draws no more than it moves', async ({ site, open }) => {
  const author = await site.member();
  const title = `Figures ${randomUUID()}`;
  // Shorter sounds have a faster playhead: the most that is ever drawn.
  const address = `/uploads/${await share(site, author, { content: title, files: [tone('loop.wav', 14)] })}`;
  const perSecond: Record<string, number> = {};
  const count = async (name: string, where: string, prepare: (page: Page) => Promise<void>): Promise<void> => {
    const page = await open(null, { viewport: { width: 1440, height: 900 } });
    await page.goto(where);
    await page
      .getByRole('button', { name: `Play ${title}` })
      .first()
      .click();
    await expect(isPlaying(page)).toBeVisible();
    await prepare(page);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Performance.enable');
    const before = await drawn(browser);
    await page.waitForTimeout(5000);
    const after = await drawn(browser);
    perSecond[name] = (after.times - before.times) / (after.at - before.at);
    await page.context().close();
  };
  await count('a list', '/uploads', async () => {});
  await count('its page with the close view', address, async (page) => {
    await page.getByRole('button', { name: 'Close view' }).click();
    await expect(page.getByRole('img', { name: /^Close view of/ })).toBeVisible();
  });
  await count('the queue', address, async (page) => {
    await bar(page)
      .getByRole('button', { name: /^Queue/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible();
  });
  process.stdout.write(`Drawn a second while a sound plays: ${JSON.stringify(perSecond)}\n`);
  // Eleven to fifteen, and sixty where it is drawn for each frame of the screen. A busy machine has fewer frames.
  for (const [name, times] of Object.entries(perSecond)) expect.soft(times, name).toBeLessThan(30);
});
