import { errors } from '#contract/errors.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test('an admin lets in the invited alone, a visitor reads so, and the change is undone by the keyboard', async ({
  page,
  site,
  open,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await site.signIn(page, await site.member({ admin: true, displayName: 'Ada Desk' }));
  await page.goto('/admin/site-settings');
  await expect(page).toHaveTitle(/^Site settings · Admin/);
  const mode = page.getByLabel('Who may sign up', { exact: true });
  await mode.selectOption('Who has an invitation');
  await page.getByRole('button', { name: 'Save Who may sign up' }).press('Enter');
  await expectToast(page, 'Setting saved');
  const change = page.getByRole('list', { name: 'Latest changes' }).getByRole('listitem').first();
  await expect(change).toContainText('As the configuration says (SIGN_UP) → to Who has an invitation');
  await expect(change.getByRole('link', { name: 'Ada Desk' })).toBeVisible();
  await axe(page);
  for (const width of process.env['SHOTS'] ? [360, 768, 1440] : [])
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.screenshot({ path: `${process.env['SHOTS']}/settings-${width}-${theme}.png`, fullPage: true });
    }

  const visitor = await open();
  await visitor.goto('/auth');
  await visitor.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(visitor.getByText(errors.invitation_required.text)).toBeVisible();

  await page.getByRole('button', { name: 'Undo the change of Who may sign up' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Latest changes' })).toBeFocused();
  await expectToast(page, 'Change taken back');
  await expect(mode).toHaveValue('configured');
  await visitor.reload();
  await visitor.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(visitor.getByLabel('Display name')).toBeVisible();
});

test('a setting out of its bounds is refused beside its field, a switch saves at once, and a default comes back', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/status of (400|500)|CallError/);
  const admin = await site.member({ admin: true });
  await site.signIn(page, admin);
  await page.goto('/admin/site-settings');
  const hours = page.getByLabel('The same again', { exact: true });
  for (const wrong of ['9999', '', 'many', '1e999']) {
    await hours.fill(wrong);
    await hours.press('Enter');
    await expectToast(page, 'Error', errors.invalid.text);
    await expect(page.getByText('Enter a whole number from 0 to 720.')).toBeVisible();
    await expect(hours).toHaveAttribute('aria-invalid', 'true');
  }
  await axe(page);
  await hours.fill('3');
  await hours.press('Enter');
  await expectToast(page, 'Setting saved');
  await page.getByRole('button', { name: 'Reset to default: The same again' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Save The same again' })).toBeFocused();
  await expectToast(page, 'Default set');
  await expect(hours).toHaveValue('1');

  const toggle = page.getByRole('switch', { name: 'Only admins make moderators and custom roles' });
  await toggle.press('Space');
  await expectToast(page, 'Setting saved');
  await expect(toggle).toBeChecked();
  await page.getByRole('button', { name: 'Undo the change of Only admins' }).press('Enter');
  await expectToast(page, 'Change taken back');
  await expect(toggle).not.toBeChecked();

  await page.getByLabel('Name of the site', { exact: true }).fill('Harbour Sounds');
  await page.getByRole('button', { name: 'Save Name of the site' }).press('Enter');
  await expectToast(page, 'Setting saved');
  await expect(page).toHaveTitle('Site settings · Admin · Harbour Sounds');

  const denied = await open(await site.member({ moderator: true }));
  await denied.goto('/admin/site-settings');
  await expect(denied.getByRole('heading', { name: 'Access Denied' })).toBeAttached();

  await page.goto('/admin/overview');
  await page.route('**/api/v1/staff/settings', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Site settings' }).click();
  await expect(page.getByText('The settings could not be loaded.')).toBeVisible();
  await page.unroute('**/api/v1/staff/settings');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('Who may sign up', { exact: true })).toBeVisible();
});
