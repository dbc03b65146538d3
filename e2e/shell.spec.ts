import type { Locator, Page } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { hydrated } from './hydrated.ts';
import { expect, test } from './world.ts';

const weekSeconds = 7 * 24 * 60 * 60;

/** Presses tab until something has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('the theme switches between system, light and dark, is stored, and is there before the first paint', async ({
  page,
}) => {
  // Notes when <html> got its theme, whether there was anything to paint yet, and whether it changed again.
  await page.addInitScript(() => {
    const seen: { theme: string; hasBody: boolean; at: number }[] = [];
    Object.assign(window, { seenThemes: seen });
    new MutationObserver(() => {
      const theme = document.documentElement?.dataset['theme'];
      if (theme && theme !== seen.at(-1)?.theme)
        seen.push({ theme, hasBody: document.body !== null, at: performance.now() });
    }).observe(document, { attributes: true, childList: true, subtree: true });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const html = page.locator('html');
  const toggle = page.getByRole('banner').getByRole('button', { name: /^Theme: / });
  await expect(html).toHaveAttribute('data-theme', 'dark');

  await expect(toggle).toHaveAccessibleName('Theme: system. Switch to light');
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

  await page.reload();
  await expect(toggle).toHaveAccessibleName('Theme: light. Switch to dark');
  await expect(html).toHaveAttribute('data-theme', 'light');
  const { seen, paint } = await page.evaluate(() => ({
    seen: (window as unknown as { seenThemes: { theme: string; hasBody: boolean; at: number }[] }).seenThemes,
    paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity,
  }));
  expect(seen.map((entry) => entry.theme)).toEqual(['light']);
  expect(seen[0]!.at).toBeLessThan(paint);

  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Theme: system. Switch to light');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('control and b folds the side menu, and a cookie keeps it so for seven days', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Toggle side menu' });
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await hydrated(page);
  await page.keyboard.press('Control+b');
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' })).toBeVisible();

  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect(Math.abs(cookie!.expires - Date.now() / 1000 - weekSeconds)).toBeLessThan(120);

  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect((await context.cookies()).find(({ name }) => name === 'sidebar_state')?.value).toBe('true');
});

test('on a phone the menu is a sheet, and closes where it leads', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Looproom' });
  await expect(sheet.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await sheet.getByRole('link', { name: 'Forum' }).click();
  await expect(page).toHaveURL('/forum');
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a visitor who asks for a place of members lands on the sign-in page', async ({ page }) => {
  for (const address of [
    '/settings',
    '/settings/links',
    '/customize',
    '/profile',
    '/forum/bookmarks',
    '/forum?compose=1',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Quick' }).getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL('/auth');
});

test('an address with doubled slashes is a page that is not there, and never leads to another host', async ({
  site,
}) => {
  for (const path of [
    '//',
    '///',
    '//elsewhere.example',
    '//elsewhere.example/forum',
    '/%5Celsewhere.example',
    '//[',
  ]) {
    const answer = await fetch(`${site.url}${path}`, { redirect: 'manual' });
    const location = answer.headers.get('location');
    expect(answer.status, path).toBeLessThan(500);
    if (location !== null) expect(new URL(location, site.url).host, path).toBe(new URL(site.url).host);
    else if (!/^\/+$/.test(path)) expect(answer.status, path).toBe(404);
  }
});

test('without a mouse: past the menu, into a post, and an answer to it', async ({ page, site }) => {
  const title = `Sidechain without pumping ${Date.now()}`;
  await makePost(site.ctx, await site.member(), { content: `${title}\n\nHow do you keep the kick out of the pad?` });
  await site.signIn(page, await site.member({ displayName: 'Kay Board' }));
  await page.goto('/');

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await test.step('the menu', async () => {
    // A reload would begin at the content, which the address names.
    await page.goto('/');
    const forum = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' });
    await tabTo(page, forum);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/forum');
  });

  await test.step('the post', async () => {
    const post = page.getByRole('region', { name: 'Posts' }).getByRole('link', { name: title });
    await tabTo(page, post);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  await test.step('the answer', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Write a reply' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Your reply, in Markdown' })).toBeFocused();
    await page.keyboard.type('Multiband, only the low band.');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: 'Reply by Kay Board' })).toContainText(
      'Multiband, only the low band.',
    );
    // Control and b belonged to the text: the menu is as it was.
    await expect(page.getByRole('button', { name: 'Toggle side menu' })).toHaveAttribute('aria-expanded', 'true');
  });
});

test('signing out in one tab signs the other out, without a reload', async ({ page, context, site, pageErrors }) => {
  await site.signIn(page, await site.member({ displayName: 'Two Tabs' }));
  const other = await context.newPage();
  pageErrors.watch(other);
  await page.goto('/');
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL('/');

  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(other).toHaveURL('/auth');
});
