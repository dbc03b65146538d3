import type { Locator, Page } from '@playwright/test';
import { grantEntitlement } from '#people/ledger/server/actions.ts';
import { hydrated } from './hydrated.ts';
import { expectToast } from './toast.ts';
import { picture, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const inSections = (page: Page) => page.getByRole('navigation', { name: 'Sections of the settings' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).last().click();
const field = (page: Page, label: string) =>
  page.locator('input, textarea, select').and(page.getByLabel(label, { exact: true }));

async function settingsOf(site: TestSite, member: Pick<FixtureMember, 'cookie'>) {
  const answer = await fetch(`${site.url}/api/v1/profile-settings`, { headers: { cookie: member.cookie } });
  return (await answer.json()) as Record<string, Record<string, unknown>> & {
    links: { links: { title: string; url: string; isActive: boolean }[] };
    files: Record<string, { url: string | null } | null>;
  };
}

async function grant(site: TestSite, { profileId }: FixtureMember): Promise<void> {
  await site.ctx.db.tx(async (tx) => {
    for (const right of ['name_glow', 'role_badge_text', 'animated_text'] as const)
      await grantEntitlement(site.ctx, tx, profileId, right, 'staff', null);
  });
}

test('the eight sections stand in their order, each at its address; old addresses lead there', async ({
  page,
  site,
}) => {
  await page.goto('/settings/links');
  await expect(page).toHaveURL('/auth');
  await site.signIn(page, await site.member());
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings/profile');
  await expect(inSections(page).getByRole('link')).toHaveText([
    'Profile',
    'Links',
    'Colors',
    'Font',
    'Layout',
    'Premium',
    'Decorations',
    'Account',
  ]);
  await page.goto('/settings#notifications');
  await expect(page).toHaveURL('/settings/account#notifications');
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
});

test('each section is server-rendered, fits a phone, and passes axe in both themes', async ({ page, site, axe }) => {
  test.setTimeout(240_000);
  await site.signIn(page, await site.member());
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['Profile', 'Links', 'Colors', 'Font', 'Layout', 'Premium', 'Decorations', 'Account']) {
    await page.goto(`/settings/${name.toLowerCase()}`);
    await expect(page).toHaveTitle(`${name} · Settings · Looproom`);
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await expect(inSections(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360);
    await axe(page);
  }
});

test('Profile: names, texts and privacy are saved, previewed, and guarded while they are not', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 400/);
  const member = await site.member({ displayName: 'Before' });
  await site.signIn(page, member);
  await page.goto('/settings/profile');
  await field(page, 'Display name').fill('After All');
  await field(page, 'Bio').fill('Two lines\nof bio');
  await field(page, 'Description').fill('The longer text.');
  await field(page, 'Chat-server name').fill('no spaces please');
  await hydrated(page);
  await page.getByRole('switch', { name: 'Show activity' }).setChecked(false);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('After All')).toBeVisible();
  await expect(preview.getByText('The longer text.')).toBeVisible();
  await test.step('on a phone the preview stands over the controls', async () => {
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    const top = async (of: Locator) => (await of.boundingBox())!.y;
    expect(await top(preview)).toBeLessThan(await top(field(page, 'Display name')));
    await page.setViewportSize(wide);
  });

  await test.step('what the server refuses stands at its field', async () => {
    await save(page);
    await expect(field(page, 'Chat-server name')).toHaveAttribute('aria-invalid', 'true');
    await field(page, 'Chat-server name').fill('after.all_7');
  });

  await test.step('leaving is asked about', async () => {
    await inSections(page).getByRole('link', { name: 'Font' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL('/settings/profile');
    await expect(field(page, 'Display name')).toHaveValue('After All');
  });

  await save(page);
  await expectToast(page, 'Success', 'Profile updated successfully');
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  expect((await settingsOf(site, member))['profile']).toMatchObject({
    displayName: 'After All',
    bio: 'Two lines\nof bio',
    chatName: 'after.all_7',
    showsActivity: false,
  });
  await inSections(page).getByRole('link', { name: 'Font' }).click();
  await expect(page).toHaveURL('/settings/font');
});

test('two devices save at once: nothing is overwritten, nothing that was typed is lost', async ({
  site,
  open,
  allow,
}) => {
  allow(/status of 409/);
  const member = await site.member({ displayName: 'Two Desks' });
  const [one, two] = [await open(member), await open(member)];
  await one.goto('/settings/profile');
  await two.goto('/settings/profile');
  await field(two, 'Description').fill('typed on the second');
  await field(one, 'Bio').fill('saved on the first');
  await save(one);
  await expectToast(one, 'Success', 'Profile updated successfully');

  await save(two);
  const notice = two.getByRole('alert', { name: 'Saved on another device' });
  await expect(notice).toContainText('Nothing was overwritten');
  await expect(notice).toContainText('saved on the first');
  await expect(field(two, 'Description')).toHaveValue('typed on the second');
  await expect(field(two, 'Bio')).toHaveValue('saved on the first');
  expect((await settingsOf(site, member))['profile']).toMatchObject({ bio: 'saved on the first', description: '' });
  await save(two);
  await expectToast(two, 'Success', 'Profile updated successfully');
  await expect(notice).toBeHidden();
  expect((await settingsOf(site, member))['profile']).toMatchObject({
    bio: 'saved on the first',
    description: 'typed on the second',
  });
  // The first device hears of it, and shows it.
  await expect(field(one, 'Description')).toHaveValue('typed on the second');
});

test('an avatar is cut with the keyboard and changes everywhere without a reload; what is too large is refused', async ({
  page,
  site,
}) => {
  test.setTimeout(90_000);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/profile');
  await page.evaluate(() => ((window as unknown as { stays: boolean }).stays = true));
  await page.getByTestId('avatar-input').setInputFiles({
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  });
  await expectToast(page, 'File too large', 'Files must be under 5MB.');
  await page.getByTestId('avatar-input').setInputFiles({
    name: 'photo.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('no picture at all'),
  });
  await expectToast(
    page,
    'Picture not readable',
    'This browser cannot read that picture. Choose a JPEG, PNG, WebP, AVIF or GIF.',
  );

  const { name, content } = await picture('wide.png', 900, 300);
  await page.getByTestId('avatar-input').setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
  const dialog = page.getByRole('dialog', { name: 'Crop your avatar' });
  const stage = dialog.getByRole('application');
  await stage.focus();
  await stage.press('+');
  await stage.press('ArrowRight');
  await stage.press('ArrowDown');
  expect(Number(await dialog.getByRole('slider', { name: 'Zoom' }).inputValue())).toBeGreaterThan(1);
  await stage.press('-');
  const sent = page.waitForRequest(
    (request) => request.url().includes('/files/uploads') && request.method() === 'POST',
  );
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  const metadata = (await sent).headers()['upload-metadata'] ?? '';
  expect(metadata).toContain(Buffer.from('wide.webp').toString('base64'));
  await expectToast(page, 'Success', 'Avatar updated successfully');
  await site.settle();
  const shown = page.getByRole('banner').locator('img');
  await expect(shown).toHaveAttribute('src', /\/files\//);
  expect(await page.evaluate(() => (window as unknown as { stays?: boolean }).stays)).toBe(true);
  await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await expectToast(page, 'Success', 'Avatar removed successfully');
  await expect(shown).toHaveCount(0);
});

test('a banner that the server fails to save is said in the words of the page that sent it', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 500/);
  await site.signIn(page, await site.member());
  const { name, content } = await picture('banner.png', 1800, 700);
  // As the endpoint answers; each page has words of its own.
  await page.route('**/profile-settings/banner', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { code: 'internal', status: 500, title: 'Update failed', detail: 'Please try again.' },
    }),
  );
  for (const [address, input, title, text] of [
    ['/settings/profile', 'banner-input', 'Error', 'Failed to upload file'],
    ['/customize', 'customize-input', 'Update failed', 'Please try again.'],
  ] as const) {
    await page.goto(address);
    await page.getByTestId(input).setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
    await page.getByRole('dialog', { name: 'Crop your banner' }).getByRole('button', { name: 'Use this part' }).click();
    await expectToast(page, title, text);
  }
});

test('Links: added, refused, put in order with the keyboard and by dragging, switched off, removed', async ({
  page,
  site,
  allow,
}) => {
  test.setTimeout(60_000);
  allow(/status of 400/);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/links');
  for (const [index, title] of ['Site', 'Shop', 'Songs'].entries()) {
    await page.getByRole('button', { name: 'Add link' }).click();
    await expect(page.getByLabel('Title').nth(index)).toBeFocused();
    await page.keyboard.type(title);
    await page
      .getByLabel('Address')
      .nth(index)
      .fill(index === 1 ? 'javascript:alert(1)' : `https://example.org/${title}`);
  }
  await save(page);
  await expect(page.getByLabel('Address').nth(1)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Address').nth(1).fill('https://example.org/Shop');

  await page.getByRole('button', { name: 'Move Songs up' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Songs is now 2 of 3.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Songs up' })).toBeFocused();
  await page.keyboard.press('Enter');
  const titles = () =>
    page.getByLabel('Title').evaluateAll((inputs) => inputs.map((one) => (one as HTMLInputElement).value));
  expect(await titles()).toEqual(['Songs', 'Site', 'Shop']);

  const [grip, last] = [page.getByTestId('link-grip').first(), page.getByTestId('link-grip').last()];
  await grip.hover();
  await page.mouse.down();
  const target = (await last.boundingBox())!;
  await page.mouse.move(target.x + 10, target.y + target.height / 2, { steps: 8 });
  await page.mouse.move(target.x + 10, target.y + target.height - 5, { steps: 4 });
  await page.mouse.up();
  expect(await titles()).toEqual(['Site', 'Shop', 'Songs']);

  await page.getByRole('switch', { name: 'Shown' }).nth(1).uncheck();
  await save(page);
  await expectToast(page, 'Success', 'Links updated successfully');
  expect((await settingsOf(site, member)).links.links).toMatchObject([
    { title: 'Site', isActive: true },
    { title: 'Shop', isActive: false },
    { title: 'Songs', isActive: true },
  ]);
  await page.getByRole('button', { name: 'Remove Shop' }).click();
  await save(page);
  await expectToast(page, 'Success', 'Links updated successfully');
  expect((await settingsOf(site, member)).links.links).toHaveLength(2);
});

test('Colors, Font and Decorations are chosen, previewed and reset', async ({ page, site }) => {
  test.setTimeout(90_000);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/colors');
  for (const [label, value] of [
    ['Primary', '#ff6b35'],
    ['Secondary', '#00b4d8'],
    ['Background', '#1a1a1a'],
    ['Accent', '#ffd60a'],
  ] as const)
    await expect(field(page, label)).toHaveValue(value);
  await expect(page.getByRole('switch', { name: 'Glow' })).toBeDisabled();
  await expect(page.getByText('Name glow colors come with the Ultimate Package or any tier.')).toBeVisible();
  await field(page, 'Background').fill('#101010');
  await field(page, 'Primary').fill('#221100');
  await expect(
    page.getByText('Text in primary would be hard to read on this background.', { exact: false }),
  ).toBeVisible();
  await expect(page.locator('.stage-preview')).toHaveAttribute('data-styled', 'true');
  await save(page);
  await expectToast(page, 'Success', 'Colors updated successfully');
  await page.getByRole('button', { name: 'Reset colors' }).click();
  await save(page);
  await expectToast(page, 'Success', 'Colors updated successfully');
  expect((await settingsOf(site, member))['colors']).toMatchObject({ theme: null });

  await page.goto('/settings/font');
  await expect(page.getByRole('radio')).toHaveCount(5);
  await hydrated(page);
  await page.getByRole('radio', { name: 'Georgia' }).check();
  await save(page);
  await expectToast(page, 'Success', 'Font updated successfully');
  expect((await settingsOf(site, member))['font']).toMatchObject({ font: 'Georgia' });

  await page.goto('/settings/decorations');
  const boxes = page.getByRole('checkbox');
  await hydrated(page);
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await expect(boxes.nth(3)).toBeDisabled();
  await expect(page.getByText('3 of 3 chosen')).toBeVisible();
  await save(page);
  await expectToast(page, 'Success', 'Decorations updated successfully');
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'Preview' }).locator('.decoration')).toHaveCount(3);
});

test('Layout: opacity, effects and backgrounds; what is too large or fails is said in the words of the catalogue', async ({
  page,
  site,
  allow,
}) => {
  test.setTimeout(90_000);
  allow(/ERR_FAILED|status of 500/);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/layout');
  await expect(field(page, 'Background opacity')).toHaveValue('0.8');
  await field(page, 'Background opacity').fill('2');
  await expect(page.getByText('A number from 0 to 1, such as 0.8.')).toBeVisible();
  await field(page, 'Background opacity').fill('0.5');
  await field(page, 'Profile opacity').fill('0.7');
  await field(page, 'Cursor effect').selectOption('Sparkle');
  await field(page, 'Background effect').selectOption('Stars');
  await hydrated(page);
  await page.getByRole('switch', { name: 'Audio visualiser' }).check();
  await save(page);
  await expectToast(page, 'Success', 'Layout updated successfully');
  expect((await settingsOf(site, member))['layout']).toMatchObject({
    backgroundOpacity: 0.5,
    profileOpacity: 0.7,
    cursorEffect: 'sparkle',
    backgroundEffect: 'stars',
    audioVisualizer: true,
  });

  const { content } = await picture('back.png', 640, 360);
  const file = { name: 'back.png', mimeType: 'image/png', buffer: Buffer.from(content) };
  await page.getByTestId('background-image-input').evaluate((input: HTMLInputElement) => {
    const big = new File([new Uint8Array(1)], 'big.png', { type: 'image/png' });
    Object.defineProperty(big, 'size', { value: 50 * 1024 * 1024 + 1 });
    Object.defineProperty(input, 'files', { value: [big], configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expectToast(page, 'File too large', 'Background files must be under 50MB');
  await page.reload();

  await page.route('**/profile-settings/backgrounds/video', (route) => route.abort());
  await page.route('**/profile-settings/backgrounds/image', (route) => route.abort(), { times: 1 });
  await page.getByTestId('background-image-input').setInputFiles(file);
  await expectToast(page, 'Error', 'Failed to upload background image');
  await page.getByTestId('background-image-input').setInputFiles(file);
  await expectToast(page, 'Success', 'Background image updated successfully');
  await site.settle();
  await expect(page.getByRole('region', { name: 'Background image' }).locator('img')).toHaveAttribute(
    'src',
    /\/files\//,
  );
  await expect.poll(async () => (await settingsOf(site, member)).files['image']?.url ?? null).not.toBeNull();
});

test('Premium is explained, locked without the right, and used with it', async ({ page, site, allow }) => {
  allow(/status of 400/);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/premium');
  await expect(page.getByText('$8')).toBeVisible();
  await expect(page.getByText('VIP $5, Premium $10, Omega Premium $15', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: /buy|purchase|upgrade/i })).toHaveCount(0);
  await expect(field(page, 'Badge text')).toBeDisabled();
  await expect(field(page, 'Name effect')).toBeDisabled();
  await grant(site, member);
  await page.reload();
  await field(page, 'Badge text').fill('Admin');
  await save(page);
  await expectToast(page, 'Error', 'A badge cannot say that its member is staff. Please choose another text.');
  await field(page, 'Badge text').fill('Tape Collector');
  await field(page, 'Name effect').selectOption('Shimmer');
  await expect(page.getByRole('complementary', { name: 'Preview' }).getByText('Tape Collector')).toBeVisible();
  await save(page);
  await expectToast(page, 'Success', 'Premium updated successfully');
});

test('settings that cannot be loaded say so, and are tried again', async ({ page, site, allow }) => {
  allow(/status of 500|CallError/);
  await site.signIn(page, await site.member());
  await page.goto('/settings/account');
  await page.route('**/api/v1/profile-settings', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      json: { code: 'internal', status: 500, title: 'Error', detail: 'Failed to load profile' },
    }),
  );
  await hydrated(page);
  await inSections(page).getByRole('link', { name: 'Links' }).click();
  await expect(page.getByRole('main').getByText('Failed to load profile')).toBeVisible();
  await page.unroute('**/api/v1/profile-settings');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Links' })).toBeVisible();
});

test('/customize changes the banner, in the words of the specification', async ({ page, site, axe, allow }) => {
  test.setTimeout(60_000);
  allow(/ERR_FAILED/);
  await page.goto('/customize');
  await expect(page).toHaveURL('/auth');
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/customize');
  await expect(page.getByText('No background set')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await axe(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  const { name, content } = await picture('banner.png', 1800, 700);
  const choose = async () => {
    await page
      .getByTestId('customize-input')
      .setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
    await page.getByRole('dialog', { name: 'Crop your banner' }).getByRole('button', { name: 'Use this part' }).click();
  };
  await page.route('**/profile-settings/banner', (route) => route.abort(), { times: 1 });
  await choose();
  await expectToast(page, 'Update failed', 'Please try again.');
  await choose();
  await expect(page.getByRole('button', { name: 'Uploading…' })).toBeVisible();
  await expectToast(page, 'Background updated', 'Your profile background has been saved.');
  await site.settle();
  await expect(page.getByRole('img', { name: 'Your current background' })).toHaveAttribute('src', /\/files\//);
});

test('a podcast has the tracks that its author chooses, and the settings say its address', async ({
  page,
  site,
  axe,
}) => {
  const member = await site.member();
  await share(site, member, { content: 'A tape', files: [tone('Opening.wav', 3), tone('Closing.wav', 4)] });
  await site.signIn(page, member);
  await page.goto('/settings/account');
  await hydrated(page);
  const card = page.getByRole('region', { name: 'Podcast', exact: true });
  const address = `${site.url}/podcasts/${member.profileId}/feed.xml`;
  await expect(card.getByLabel('Address of the feed')).toHaveValue(address);
  await card.getByLabel('Tracks', { exact: true }).selectOption('Those that I choose');
  await card.getByLabel('Closing').check();
  await card.getByLabel('Show my email address in the feed').check();
  await axe(page);
  await card.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Podcast saved');
  const feed = async () => await (await fetch(address)).text();
  expect(await feed()).toContain('<title>Closing</title>');
  expect(await feed()).not.toContain('Opening');
  expect(await feed()).toContain('<itunes:email>');
  await page.reload();
  await expect(card.getByLabel('Closing')).toBeChecked();
  await card.getByLabel('Tracks', { exact: true }).selectOption('None: no podcast');
  await card.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Podcast saved');
  expect((await fetch(address)).status).toBe(404);
});
