import type { Page } from '@playwright/test';
import { legalChanged } from '#people/legal/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
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

// Members of the journeys after this one have accepted nothing.
test.afterEach(async ({ site }) => {
  await site.ctx.db.rows(sql`DELETE FROM legal_texts`);
  legalChanged(site.ctx);
  site.ctx.pages.drop();
});

test('an admin publishes new terms, and a member accepts them before they post again', async ({ site, open, axe }) => {
  test.setTimeout(120_000);
  const admin = await open(await site.member({ admin: true }));
  const member = await open(await site.member());
  const visitor = await open(null);

  await visitor.goto('/auth?tab=sign-up');
  await visitor.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(visitor.getByText('By creating an account you accept the terms')).toBeVisible();
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click();
  await expect(visitor.getByRole('heading', { name: 'Community rules' })).toBeVisible();
  await check(visitor, axe, 'legal-default');

  await admin.goto('/admin/legal-texts');
  await expect(admin.getByText('The default text is shown at the moment.')).toBeVisible();
  await admin.getByLabel('Terms of use').fill('## Our terms\n\nBe kind to each other.');
  await admin.getByLabel('What is new').fill('Kindness is asked for now.');
  await check(admin, axe, 'legal-tab');
  await admin.getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Members are asked to accept it before they write again.')).toBeVisible();
  await expect(admin.getByText('Version 1 is in force.')).toBeVisible();

  await member.goto('/forum');
  await expect(member.getByText('The terms have changed. Please read and accept them to post again.')).toBeVisible();
  await check(member, axe, 'legal-notice');
  await member.getByRole('link', { name: 'Read and accept' }).focus();
  await member.keyboard.press('Enter');
  await expect(member.getByText('Kindness is asked for now.')).toBeVisible();
  await check(member, axe, 'legal-accept');
  await member.getByRole('button', { name: 'Accept' }).focus();
  await member.keyboard.press('Enter');
  await expect(member.getByText('You can post again.')).toBeVisible();
  await expect(member.getByText('The terms have changed.')).toHaveCount(0);

  await visitor.goto('/legal/terms');
  await expect(visitor.getByText('Be kind to each other.')).toBeVisible();
});
