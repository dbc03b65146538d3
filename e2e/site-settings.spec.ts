import sharp from 'sharp';
import { errors } from '#platform/contract/errors.ts';
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
  const hours = page.getByLabel('Posting the same again', { exact: true });
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
  await page.getByRole('button', { name: 'Reset to default: Posting the same again' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Save Posting the same again' })).toBeFocused();
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

test('an admin sets logo, colour and home text; a visitor sees them with the next page, and an undo takes them back', async ({
  page,
  site,
  open,
  axe,
  allow,
}) => {
  allow(/status of 400|CallError/);
  await page.setViewportSize({ width: 360, height: 740 });
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/site-settings');
  const colour = page.getByLabel('Main colour', { exact: true });
  await colour.fill('#10204');
  await colour.press('Enter');
  await expect(page.getByText('Enter a colour as #rrggbb, such as #ff6b35.')).toBeVisible();
  await colour.fill('#7fc8a0');
  await colour.press('Enter');
  await expectToast(page, 'Setting saved');
  const sample = page.getByRole('region', { name: 'Sample of the site' });
  await page.getByLabel('Second colour', { exact: true }).fill('#aa00aa');
  await page.getByLabel('Font', { exact: true }).selectOption('nunito');
  // Before it is saved, and in the sample alone.
  for (const theme of ['light', 'dark'])
    await expect(sample.locator(`[data-theme=${theme}]`)).toHaveCSS('font-family', /^"Nunito Variable"/);
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Archivo Variable"/);
  await page.getByRole('button', { name: 'Save Font' }).press('Enter');
  await expectToast(page, 'Setting saved');
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Nunito Variable"/);
  await page.getByLabel('Own CSS', { exact: true }).fill('.shell-top { border-bottom: 3px solid rgb(1, 2, 3) }');
  await page.getByRole('button', { name: 'Save Own CSS' }).press('Enter');
  await expectToast(page, 'Setting saved');
  await page.getByLabel('Text of the home page', { exact: true }).fill('For **harbour** people.');
  await page.getByRole('button', { name: 'Save Text of the home page' }).press('Enter');
  await expectToast(page, 'Setting saved');
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#3060c0' } })
    .png()
    .toBuffer();
  await page.getByTestId('logo-input').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expectToast(page, 'Logo set');
  await expect(page.getByRole('banner').locator('img[src^="/logo/"]')).toBeVisible();
  await page.reload();
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const visitor = await open();
  await visitor.goto('/');
  await expect(visitor.locator('strong', { hasText: 'harbour' })).toBeVisible();
  await expect(visitor.getByRole('banner').locator('img[src^="/logo/"]')).toBeVisible();
  await expect(visitor.locator('link[rel=icon]')).toHaveAttribute('href', /^\/logo\//);
  await expect(visitor.getByRole('link', { name: /^Join / })).toHaveCSS('background-color', 'rgb(127, 200, 160)');
  await expect(visitor.locator('body')).toHaveCSS('font-family', /^"Nunito Variable"/);
  const header = visitor.getByRole('banner');
  await expect(header).toHaveCSS('border-bottom', '3px solid rgb(1, 2, 3)');
  for (const address of ['/forum', '/auth', '/', '/forum?plain=1', '/auth?mode=sign-up']) {
    await visitor.goto(address);
    const isOwn = address === '/forum' || address === '/';
    await expect(header).toHaveCSS('border-bottom-width', isOwn ? '3px' : '1px');
  }
  // Also from page to page.
  await visitor.goto('/');
  await visitor.getByRole('link', { name: /^Join / }).click();
  await expect(visitor).toHaveURL(/\/auth/);
  await expect(header).toHaveCSS('border-bottom-width', '1px');
  await visitor.goBack();
  await expect(header).toHaveCSS('border-bottom-width', '3px');
  await axe(visitor);
  for (const width of process.env['SHOTS'] ? [360, 768, 1440] : [])
    for (const theme of ['dark', 'light'] as const)
      for (const [name, shown] of [
        ['home', visitor],
        ['appearance', page],
      ] as const) {
        await shown.setViewportSize({ width, height: 900 });
        await shown.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
        await shown.screenshot({ path: `${process.env['SHOTS']}/${name}-${width}-${theme}.png`, fullPage: true });
      }

  for (const label of ['Logo', 'Text of the home page', 'Own CSS', 'Font', 'Main colour']) {
    await page.getByRole('button', { name: `Undo the change of ${label}` }).press('Enter');
    await expectToast(page, 'Change taken back');
    await expect(page.getByRole('button', { name: `Undo the change of ${label}` })).toHaveCount(1);
  }
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Talk about what you make' })).toBeVisible();
  await expect(visitor.getByRole('banner').locator('img[src^="/logo/"]')).toHaveCount(0);
});

test('in maintenance a visitor reads a notice with its end, or one page, and staff go on', async ({
  page,
  site,
  open,
  axe,
  allow,
}) => {
  allow(/status of 503/);
  await site.signIn(page, await site.member({ admin: true }));
  const set = async (label: string, change: () => Promise<unknown>) => {
    await change();
    const saved = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok());
    await page.getByRole('button', { name: `Save ${label}` }).press('Enter');
    await saved;
  };
  const choose = (words: string) =>
    set('Maintenance', () => page.getByLabel('Maintenance', { exact: true }).selectOption(words));
  await page.goto('/admin/site-settings');
  await set('End of the maintenance', () =>
    page.getByLabel('End of the maintenance', { exact: true }).fill('2099-01-31 06:00'),
  );
  await set('Reason of the maintenance', () =>
    page.getByLabel('Reason of the maintenance', { exact: true }).fill('We move house.'),
  );
  await choose('Members can read, and write nothing');
  const visitor = await open();
  await visitor.goto('/forum');
  await expect(visitor.getByText('We move house.')).toBeVisible();
  await expect(visitor.getByText(/^Ends /)).toBeVisible();
  await axe(visitor);
  await choose('Only staff get in');
  expect((await visitor.goto('/forum'))?.status()).toBe(503);
  await expect(visitor.getByRole('heading', { name: 'Maintenance' })).toBeVisible();
  await axe(visitor);
  await visitor.getByRole('link', { name: 'Sign in' }).focus();
  await expect(visitor.getByText('We move house. It is planned to end on 2099-01-31 at 06:00 UTC.')).toBeVisible();
  await page.goto('/forum');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await visitor.goto('/auth');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/admin/site-settings');
  await choose('None');
  await visitor.goto('/forum');
  await expect(visitor.getByText('We move house.')).toHaveCount(0);
});
