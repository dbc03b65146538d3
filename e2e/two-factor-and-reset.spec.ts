import type { Page } from '@playwright/test';
import { errors } from '#platform/contract/errors.ts';
import { authenticatorCode } from './authenticator.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

test('a member turns two-factor sign-in on, and signs in with the app and with a recovery code', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 401/);
  const member = await site.member();
  await site.signIn(page, member);
  await page.goto('/settings/account');

  await page.getByLabel('Your password, to set up two-factor sign-in').fill(member.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'Key for the authenticator app' })).toBeVisible();
  const key = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();

  await test.step('a wrong code turns nothing on', async () => {
    await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(key, 50));
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await expectToast(page, 'Error', 'That code is not right or has expired.');
  });

  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(key, -1));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expectToast(page, 'Two-factor sign-in is on');
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  await signOut(page);

  await test.step('the password alone opens nothing', async () => {
    await enterPassword(page, member.email, member.password);
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });

  await page.getByLabel('Code').fill(authenticatorCode(key, 0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Welcome back!', "You've been signed in successfully.");
  await signOut(page);

  await enterPassword(page, member.email, member.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[3]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Welcome back!', "You've been signed in successfully.");
  await page.goto('/settings/account');
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
});

async function openReset(page: Page): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Reset Password' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

test('a forgotten password is replaced by mail, once, and the old one is worth nothing', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of (401|410)/);
  const member = await site.member();
  const password = 'cellar orchid 57';
  await page.goto('/auth');
  await openReset(page);
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Password reset email sent', 'Check your email for password reset instructions');

  const [mail] = await site.mails(member.email);
  const link = /http:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(new URL(link).pathname + new URL(link).search).toMatch(/^\/auth\?mode=reset&token=[\w-]+$/);
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Password changed', "You've been signed in successfully.");
  await expect(page).toHaveURL('/');
  // Who is signed in has no use for the forms.
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
  await signOut(page);

  await test.step('the old password is refused', async () => {
    await enterPassword(page, member.email, member.password);
    await expectToast(page, 'Sign in failed', errors.invalid_credentials.text);
  });

  await test.step('the link does not work a second time, and says so', async () => {
    await page.goto(link);
    await page.getByLabel('New password').fill('another orchid 58');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expectToast(page, 'Error', 'This link has expired or was already used. Please request a new one.');
  });

  await enterPassword(page, member.email, password);
  await expectToast(page, 'Welcome back!', "You've been signed in successfully.");
});

test('a reset for an address without an account says the same and sends nothing', async ({ page, site }) => {
  await page.goto('/auth');
  await openReset(page);
  await page.getByLabel('Email').fill('nobody-at-all@example.org');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectToast(page, 'Password reset email sent', 'Check your email for password reset instructions');
  expect(await site.mails('nobody-at-all@example.org')).toEqual([]);
});
