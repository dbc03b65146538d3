import { fieldErrors } from '#platform/contract/field-errors.ts';
import { countDaysJob } from '#features/staff/server/jobs.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('an admin creates, renames, moves and switches off categories by the keyboard, on a phone', async ({
  page,
  site,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  await page.setViewportSize({ width: 360, height: 740 });
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/categories');
  await expect(page).toHaveTitle(/^Categories · Admin/);
  for (const name of ['Mastering', 'Sound design']) {
    await page.getByRole('button', { name: 'Create category' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create category' });
    // What the server refuses is marked, and has the focus.
    await dialog.getByRole('button', { name: 'Create category' }).press('Enter');
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(new RegExp(fieldErrors.missing));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Name').press('Enter');
    await expect(dialog).toHaveCount(0);
  }
  const list = page.getByRole('list', { name: 'Categories' });
  const names = list.locator('strong');
  const before = await names.allTextContents();
  await page.getByRole('button', { name: 'Move Sound design up' }).press('Enter');
  await expectToast(page, 'Order saved');
  await expect.poll(() => names.allTextContents()).not.toEqual(before);
  const after = await names.allTextContents();
  expect(after.indexOf('Sound design')).toBe(before.indexOf('Sound design') - 1);
  await page.getByRole('button', { name: 'Edit Mastering' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Mastering' });
  await edit.getByLabel('Name').fill('Mixing and mastering');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: 'Switch off Mixing and mastering' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Switch on Mixing and mastering' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(page);
});

test('staff read the figures of the site as charts and as tables', async ({ page, site, axe }) => {
  await countDaysJob.run(site.ctx, {});
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/overview');
  await expect(page).toHaveTitle(/^Overview · Admin/);
  const chart = page.getByRole('region', { name: 'Sign-ups' });
  await chart.getByText('Numbers by day').click();
  await expect(chart.getByRole('table', { name: 'Sign-ups by day' }).getByRole('row')).toHaveCount(31);
  await expect(page.getByText('Free on the disk')).toBeVisible();
  await axe(page);
});

test('a tab whose data does not come says so, and loads by Retry, with the keyboard on a phone', async ({
  open,
  site,
  allow,
  axe,
}) => {
  test.setTimeout(180_000);
  allow(/net::ERR_FAILED/);
  const page = await open(await site.member({ admin: true }), { viewport: { width: 360, height: 740 } });
  await page.goto('/admin/custom-roles');
  const tabs = page.getByRole('navigation', { name: 'Admin panel' });
  for (const [tab, what, then] of [
    ['Overview', 'The overview', /^Free on the disk$/],
    ['Users', 'Users', /XP$/],
    ['Site settings', 'The settings', /^Who may sign up$/],
  ] as const) {
    await page.route('**/api/v1/staff/**', (route) => route.abort());
    await tabs.getByRole('link', { name: tab }).press('Enter');
    await expect(page.getByText(`${what} could not be loaded.`, { exact: true })).toBeVisible({ timeout: 30_000 });
    if (tab === 'Overview') await axe(page);
    await page.unroute('**/api/v1/staff/**');
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(page.getByRole('main').getByText(then).first()).toBeVisible();
  }
});
