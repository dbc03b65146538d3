import type { Page } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { errors } from '#platform/contract/errors.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const password = 'lantern harbour 42';
const text = [
  '# First loop from the night bus',
  '',
  'Recorded on a phone, **three takes**, no click. What would you cut?',
  '',
  '- [x] drums',
  '- [ ] bass',
].join('\n');

test('a newcomer signs up, is signed in by the mailed link, posts, is answered live, and signs out everywhere', async ({
  page,
  open,
  site,
  allow,
}) => {
  // A page that is left while its socket still connects.
  allow('WebSocket is closed before the connection is established');
  allow(/status of 401/);
  const email = `nova-${Date.now()}@example.org`;
  const banner = page.getByRole('banner');

  await test.step('signs up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Join Looproom' }).click();
    await expect(page.getByLabel('Display name')).toBeFocused();
    await page.keyboard.type('Nova Reed');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expectToast(page, 'Account created!', 'Please check your email to verify your account.');
  });

  await test.step('reads where the link was sent, also after a reload, and has it sent again', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `We sent a link to ${email}` })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: `We sent a link to ${email}` })).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'Link sent', 'It can take a few minutes.');
    await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  await test.step('cannot sign in before the address is verified', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(page, 'Sign in failed', errors.invalid_credentials.text);
  });

  await test.step('is signed in by the link of the mail', async () => {
    const mail = page.getByRole('article').filter({ hasText: email }).getByRole('link').first();
    await expect(async () => {
      await page.goto('/dev/outbox');
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.click();
    await page.getByRole('link', { name: /\/auth\?mode=verify&token=/ }).click();
    await expectToast(page, 'Email verified', `${email} is confirmed. You are signed in.`);
    await expect(page).toHaveURL('/welcome');
    await expect(banner.getByRole('link', { name: 'Your profile, Nova Reed' })).toBeVisible();
  });

  await test.step('skips the welcome, and finds it again on the home page and in settings', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Skip the welcome' }).click();
    await expect(page).toHaveURL('/');
    const hint = page.getByRole('region', { name: 'First steps' });
    await expect(hint.getByRole('link', { name: 'Introduce yourself' })).toBeVisible();
    await hint.getByRole('link', { name: 'Go on with the welcome' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Looproom' })).toBeVisible();
    await page.goto('/settings/profile');
    await page.getByRole('link', { name: 'Open the welcome' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'What you make' })).toBeVisible();
  });

  await test.step('writes a post and sees its preview', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).click();
    await page.getByRole('main').getByRole('link', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill(text);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('First loop from the night bus', { exact: true })).toBeVisible();
    await expect(preview.getByRole('strong')).toHaveText('three takes');
    await expect(preview.getByRole('checkbox').first()).toBeChecked();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expectToast(page, 'Post created!', 'Your forum post has been created');
    await expect(page).toHaveURL(/\/forum\/post\/[\w-]+$/);
    await expect(page.getByRole('heading', { level: 1, name: 'First loop from the night bus' })).toBeVisible();
    await expect(page.getByText('No replies yet. Yours would be the first.')).toBeVisible();
  });

  await test.step('a visitor finds it in the list and reads it', async () => {
    const visitor = await open();
    await visitor.goto('/forum');
    await visitor.getByRole('link', { name: 'First loop from the night bus' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'First loop from the night bus' })).toBeVisible();
    await expect(visitor.getByText('Recorded on a phone, three takes')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Sign in to reply' })).toBeVisible();
  });

  await test.step('the answer of another member arrives on the open page, without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));
    const theo = await open();
    await site.signIn(theo, await site.member({ displayName: 'Theo Lund' }));
    await theo.goto(page.url());
    await theo.getByRole('button', { name: 'Write a reply' }).click();
    await theo.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('Cut the *second* take, keep the bus.');
    await theo.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(theo.getByRole('article', { name: 'Reply by Theo Lund' })).toBeVisible();

    const answer = page.getByRole('article', { name: 'Reply by Theo Lund' });
    await expect(answer.getByText('Cut the second take, keep the bus.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: '1 reply' })).toBeVisible();
    expect(await page.evaluate(() => 'sameLoad' in window)).toBe(true);
  });

  await test.step('signs out everywhere, and the other browser knows it at once', async () => {
    const phone = await open();
    await phone.goto('/auth');
    await phone.getByLabel('Email').fill(email);
    await phone.getByLabel('Password', { exact: true }).fill(password);
    await phone.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(phone.getByRole('link', { name: 'Your profile, Nova Reed' })).toBeVisible();
    await phone.getByRole('link', { name: 'Forum' }).first().click();
    await expect(phone).toHaveURL('/forum');
    await phone.evaluate(() => Object.assign(window, { sameLoad: true }));

    await banner.getByRole('link', { name: 'Your profile, Nova Reed' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' });
    await sections.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(page).toHaveURL('/');

    await expect(phone.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(await phone.evaluate(() => 'sameLoad' in window)).toBe(true);
  });
});

/** Counts what the reader clicks, through all pages of this tab. */
const countClicks = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      true,
    ),
  );

test('from the home page to the first own post it takes at most nine clicks, with the whole welcome', async ({
  page,
  site,
  axe,
}) => {
  test.setTimeout(90_000);
  await makePost(site.ctx, await site.member({ displayName: 'Mina Sol' }));
  const email = `short-${Date.now()}@example.org`;
  await countClicks(page);

  await test.step('signs up and opens the link of the mail', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Join Looproom' }).click();
    await page.getByLabel('Display name').fill('Ida Short');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible();
    const mail = page.getByRole('article').filter({ hasText: email }).getByRole('link').first();
    await expect(async () => {
      await page.goto('/dev/outbox');
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.click();
    await page.getByRole('link', { name: /\/auth\?mode=verify&token=/ }).click();
    await expect(page).toHaveURL('/welcome');
  });

  await test.step('walks through the welcome', async () => {
    await axe(page);
    await page.getByLabel('Display name').fill('Ida Long');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'What you make' })).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Beats' }).click();
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Whom to follow' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Follow Mina Sol' })).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Finish and introduce yourself' }).click();
  });

  await test.step('writes the first post', async () => {
    await page.getByRole('textbox', { name: /^Your post, in Markdown/ }).fill('# Hello from Ida\n\nI make beats.');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hello from Ida' })).toBeVisible();
    expect(Number(await page.evaluate(() => sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(9);
  });

  await test.step('what was chosen is on the profile, and nothing of the first steps is left', async () => {
    await page.goto('/');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Your profile, Ida Long' }).click();
    await expect(page.getByRole('list', { name: 'Makes' })).toHaveText('Beats');
    await page.goto('/notifications');
    const list = page.getByRole('main');
    await expect(list.getByText('Welcome to Looproom')).toBeVisible();
    await expect(list.getByText(/Your first \d+ XP/)).toBeVisible();
  });
});

test('a category is followed on its page, and not any more', async ({ open, site, axe }) => {
  const page = await open(await site.member());
  await page.goto('/forum');
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0);
  await page.goto('/forum?category=music');
  await page.getByRole('button', { name: 'Follow Music' }).click();
  await expect(page.getByRole('button', { name: 'Following Music' })).toHaveAttribute('aria-pressed', 'true');
  await axe(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await page.getByRole('button', { name: 'Following Music' }).click();
  await expect(page.getByRole('button', { name: 'Follow Music' })).toBeVisible();
});
