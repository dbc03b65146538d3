import type { Page } from '@playwright/test';
import { restrict } from '#content/moderation/server/decisions.ts';
import { expect, test } from './world.ts';

/** Checks a page on a phone, and on wider screens where pictures are asked for (`SHOTS`). */
async function check(page: Page, axe: (page: Page) => Promise<void>, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await axe(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, 'pixels over the edge').toBe(0);
  for (const width of process.env['SHOTS'] ? [360, 768, 1440] : [])
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a suspended member appeals, and another moderator takes the decision back', async ({ site, open, axe }) => {
  test.setTimeout(120_000);
  const suspended = await site.member({ displayName: 'Nia Harbor' });
  const [first, second] = [await site.member({ moderator: true }), await site.member({ moderator: true })];
  const member = await open(suspended);
  // It has been rendered when they are suspended, and has no live connection yet.
  await member.goto('/forum', { waitUntil: 'commit' });
  const decider = { profileId: first.profileId, isAdmin: false };
  const ends = { reason: 'Spam in ten threads', until: null };
  await restrict(site.ctx, decider, suspended.profileId, 'suspension', ends);

  // The open page says so by itself.
  await expect(member.getByText('Your account is suspended. You can still read')).toBeVisible();
  await member.getByRole('link', { name: 'Why, and how to appeal' }).focus();
  await member.keyboard.press('Enter');
  await expect(member.getByText('Spam in ten threads')).toBeVisible();
  await check(member, axe, 'decisions');
  await member.getByLabel('Why this decision was a mistake').fill('Those were answers to ten questions.');
  await member.keyboard.press('Tab');
  await member.keyboard.press('Enter');
  await expect(member.getByText('Staff decide about your appeal.')).toBeVisible();

  const other = await open(second);
  await other.goto('/admin/queue?kind=appeal');
  await other.getByText('Appeal: suspension').first().click();
  await expect(other.getByText('Those were answers to ten questions.').first()).toBeVisible();
  await check(other, axe, 'queue-appeal');
  await other.getByRole('button', { name: 'Take the decision back' }).click();
  await expect(other.getByText('Granted')).toBeVisible();

  await member.goto('/notifications');
  await member.getByText('Your appeal was granted').click();
  await expect(member.getByText('Taken back')).toBeVisible();
  await check(member, axe, 'decision');
});
