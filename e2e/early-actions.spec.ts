import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { hydrated } from './hydrated.ts';
import { setAppearance } from './appearance.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

/** Opens a page whose code stays on the way. @returns lets it come */
async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  // Rendered in its final layout: whoever uses a page sees it.
  await page.waitForFunction(
    () =>
      document.querySelector('main') !== null &&
      [...document.querySelectorAll('link')].every((link) => link.rel !== 'stylesheet' || link.sheet !== null) &&
      document.fonts.status === 'loaded',
  );
  return resolve;
}

test('a button that is pressed before the page’s code is here works once it is', async ({ page, site }) => {
  const member = await site.member();
  const id = await makeGalleryImage(site.ctx, await site.member(), { title: `Early ${randomUUID().slice(0, 8)}` });
  await site.signIn(page, member);
  const comeAlive = await openWithoutCode(page, `/gallery?image=${id}`);
  const like = page.getByRole('button', { name: /^Like/ });
  // Twice by who is in doubt: one like.
  await like.click();
  await like.click();
  await expect(like).toHaveText('Like 0');
  const stored = page.waitForResponse('**/like');
  comeAlive();
  await expect(like).toHaveText('Like 1');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await stored;
  await page.reload();
  await expect(like).toHaveText('Like 1');
});

test('shortcuts that are pressed before the page’s code is here work once it is', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member());
  for (const keys of ['/', 'Control+k']) {
    const comeAlive = await openWithoutCode(page, `/forum/post/${id}`);
    await page.keyboard.press(keys);
    await page.keyboard.press(keys);
    comeAlive();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.unroute('**/assets/*.js');
  }
  const comeAlive = await openWithoutCode(page, `/forum/post/${id}`);
  const toggle = page.getByRole('button', { name: 'Toggle side menu' });
  const before = await toggle.getAttribute('aria-expanded');
  await page.keyboard.press('Control+b');
  comeAlive();
  await expect(toggle).toHaveAttribute('aria-expanded', before === 'true' ? 'false' : 'true');
});

test('a reply’s box that is asked for early opens by itself', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member());
  await site.signIn(page, await site.member());
  const comeAlive = await openWithoutCode(page, `/forum/post/${id}`);
  await page.getByRole('button', { name: 'Write a reply' }).click();
  comeAlive();
  await expect(page.getByRole('textbox', { name: 'Your reply, in Markdown' })).toBeFocused();
});

test('a press during which the page comes alive, or a part of it gets its code, is heard', async ({
  page,
  open,
  site,
}) => {
  const id = await makePost(site.ctx, await site.member());
  const image = await makeGalleryImage(site.ctx, await site.member());
  /** Presses a button, lets the code come, and lets go. */
  const press = async (on: Page, name: RegExp, comeAlive: () => void): Promise<void> => {
    await on.getByRole('button', { name }).hover();
    await on.mouse.down();
    comeAlive();
    await hydrated(on);
    await on.waitForLoadState('networkidle');
    await on.mouse.up();
  };
  await site.signIn(page, await site.member());
  await press(page, /^Write a reply/, await openWithoutCode(page, `/forum/post/${id}`));
  await expect(page.getByRole('textbox', { name: 'Your reply, in Markdown' })).toBeVisible();

  const visitor = await open();
  await press(visitor, /^Like/, await openWithoutCode(visitor, `/gallery?image=${image}`));
  await expectToast(visitor, 'Authentication Required', 'Please sign in to like images');
  await expect(visitor.getByRole('dialog').first()).toBeVisible();
});

test('a form sent early is sent when the code is here, and no password comes into the address', async ({
  page,
  site,
}) => {
  const member = await site.member({ email: `${randomUUID()}@example.org` });
  const comeAlive = await openWithoutCode(page, '/auth');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  expect(new URL(page.url()).search).toBe('');
  comeAlive();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect(page).not.toHaveURL(/\/auth|password/);
});

test('menus, settings and a switch hear early presses too', async ({ open, site }) => {
  const member = await site.member();
  await setAppearance(site, member, { layout: { backgroundEffect: 'waves' } });
  for (const address of [`/profile/${member.username}`, '/settings/account', '/uploads']) {
    const page = await open(member, { viewport: { width: 360, height: 740 } });
    const comeAlive = await openWithoutCode(page, address);
    await page.getByRole('button', { name: 'Open menu' }).click();
    comeAlive();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Forum' })).toBeVisible();
  }
  const sections = await open(member);
  let comeAlive = await openWithoutCode(sections, '/settings/links');
  await sections.getByRole('button', { name: 'Add link' }).click();
  comeAlive();
  await expect(sections.getByLabel('Title')).toBeFocused();
  await sections.unrouteAll();

  const chosen = sections.waitForResponse((response) => response.url().endsWith('/notifications/digest'));
  comeAlive = await openWithoutCode(sections, '/settings/account');
  await sections.getByRole('combobox', { name: 'How often' }).selectOption('Once a week');
  comeAlive();
  expect((await chosen).status()).toBe(200);
  await expect(sections.getByRole('combobox', { name: 'How often' })).toHaveValue('weekly');

  const page = await open(member, { reducedMotion: 'reduce' });
  comeAlive = await openWithoutCode(page, `/profile/${member.username}`);
  const effects = page.getByRole('switch', { name: 'Effects' });
  await effects.setChecked(true);
  comeAlive();
  await expect(page.locator('canvas[data-effect="waves"]')).toBeVisible();
  await expect(effects).toBeChecked();
});

test('without any script a password goes into no address either', async ({ site }) => {
  const html = await fetch(`${site.url}/auth`).then((answer) => answer.text());
  const forms = html.match(/<form[^>]*>/g) ?? [];
  expect(forms).toHaveLength(1);
  expect(forms[0]).toContain('method="post"');
});

test('a section of the settings takes what is filled in and saved early', async ({ page, site }) => {
  const member = await site.member();
  await site.signIn(page, member);
  const comeAlive = await openWithoutCode(page, '/settings/profile');
  await page.getByRole('textbox', { name: 'Bio' }).fill('Early birds.');
  await page.getByRole('switch', { name: 'Show activity' }).setChecked(false);
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page).toHaveURL('/settings/profile');
  comeAlive();
  await expectToast(page, 'Success');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Early birds.');
  await expect(page.getByRole('switch', { name: 'Show activity' })).not.toBeChecked();
});

test('what is typed and sent early survives a second render of its part during hydration', async ({ page, site }) => {
  const other = await site.member();
  await site.signIn(page, await site.member());
  const comeAlive = await openWithoutCode(page, '/friends?tab=find');
  const box = page.getByRole('searchbox', { name: 'Search by username' });
  await box.fill(other.username);
  await box.press('Enter');
  comeAlive();
  await expect(page.getByRole('list', { name: 'Found members' }).getByText(`@${other.username}`)).toBeVisible();
  await expect(box).toHaveValue(other.username);
});

test('whoever scrolls early stays where they are; a page that is left and asked for again is where it was', async ({
  page,
  site,
}) => {
  const author = await site.member({ displayName: 'Ola Early' });
  await setSiteSetting(site.ctx, 'spamPosts', 100);
  for (let made = 0; made < 12; made++) await makePost(site.ctx, author, { category: 'music' });
  await page.setViewportSize({ width: 1440, height: 500 });
  const comeAlive = await openWithoutCode(page, '/forum?category=music');
  await page.getByRole('region', { name: 'Posts' }).getByRole('listitem').nth(9).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  comeAlive();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Ola Early' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('what is typed into a search before hydration is searched', async ({ page, site }) => {
  const word = `early${randomUUID().slice(0, 8)}`;
  await makeGalleryImage(site.ctx, await site.member(), { title: `${word} one` });
  const comeAlive = await openWithoutCode(page, '/gallery');
  const box = page.getByRole('searchbox', { name: 'Search images' });
  await box.fill(word);
  comeAlive();
  await expect(page).toHaveURL(`/gallery?search=${word}`);
  await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(1);
  await expect(box).toHaveValue(word);
});

test('a page that comes alive after its member signed out in another tab knows of it', async ({
  page,
  context,
  site,
  pageErrors,
}) => {
  await site.signIn(page, await site.member());
  await page.goto('/');
  const other = await context.newPage();
  pageErrors.watch(other);
  const comeAlive = await openWithoutCode(other, '/settings');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  comeAlive();
  await expect(other).toHaveURL('/auth');
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});
