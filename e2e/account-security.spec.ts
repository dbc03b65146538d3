import { errors } from '#platform/contract/errors.ts';
import { hydrated } from './hydrated.ts';
import { authenticatorCode } from './authenticator.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test.use({ settings: { STAFF_TWO_FACTOR: 'on' } });

test('staff without two-factor sign-in have no rights, read why, and get them by setting it up', async ({
  page,
  site,
  axe,
}) => {
  const moderator = await site.member({ moderator: true });
  await site.signIn(page, moderator);
  await page.goto('/announcements');
  await expect(page.getByText(errors.two_factor_setup_required.text)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Announcement' })).toHaveCount(0);
  await axe(page);
  await page.getByRole('link', { name: 'Set it up' }).click();
  await expect(page).toHaveURL('/settings/account');

  await page.getByLabel('Your password, to set up two-factor sign-in').fill(moderator.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = await page.getByText(/^[A-Z2-7]{16,}$/).innerText();
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(key, 0));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expectToast(page, 'Two-factor sign-in is on');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText(errors.two_factor_setup_required.text)).toBeHidden();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('button', { name: 'Create Announcement' })).toBeVisible();
});

test('settings list sign-ins, failed ones and a sign-in from a new device, which is reported by mail too', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/status of 401/);
  const member = await site.member();
  const signIn = async (from: typeof page, password: string) => {
    await from.goto('/auth');
    await from.getByLabel('Email').fill(member.email);
    await from.getByLabel('Password', { exact: true }).fill(password);
    await from.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signIn(page, 'a wrong guess 11');
  await expectToast(page, 'Sign in failed', errors.invalid_credentials.text);
  await signIn(page, member.password);
  await expectToast(page, 'Welcome back!', "You've been signed in successfully.");
  const phone = await open(null, {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
  });
  await signIn(phone, member.password);
  await expectToast(phone, 'Welcome back!', "You've been signed in successfully.");
  const mails = await site.mails(member.email);
  expect(
    mails.some((mail) => mail.subject.startsWith('A new sign-in to your') && mail.text.includes('Safari on iOS')),
  ).toBe(true);

  await page.goto('/settings/account');
  const events = page.getByRole('region', { name: 'Security' }).getByRole('listitem');
  await expect(events.filter({ hasText: 'Signed in' })).toHaveCount(2);
  await expect(events.filter({ hasText: 'Safari on iOS' })).toContainText('127.0.0.1');
  await expect(events.filter({ hasText: 'A sign-in failed' })).toHaveCount(1);
  await expect(events.first()).toContainText('Safari on iOS');
  await expect(
    page.getByRole('region', { name: 'Sessions' }).getByText('Safari on iOS', { exact: false }),
  ).toBeVisible();
  await axe(page);
});

test('the former address undoes a change: the link asks for a new password, once, and ends every session', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/status of (400|401|410)/);
  const member = await site.member();
  const taken = `taken-${member.username}@example.org`;
  const intruder = await open(member);
  await intruder.goto('/settings/account');
  await hydrated(intruder);
  const email = intruder.getByRole('region', { name: 'Email' });
  await email.getByLabel('New email').fill(taken);
  await email.getByLabel('Current password').fill(member.password);
  await email.getByRole('button', { name: 'Change email' }).click();
  await expectToast(intruder, 'Link sent');
  const [confirm] = await site.mails(taken);
  await intruder.goto(/http:\S+mode=verify\S+/.exec(confirm?.text ?? '')?.[0] ?? '');
  await expectToast(intruder, 'Email verified', `${taken} is confirmed. You are signed in.`);
  await expect(intruder).toHaveURL('/');

  const notice = (await site.mails(member.email)).find((mail) => mail.subject.includes('has changed'));
  const link = /http:\S+mode=undo-email\S+/.exec(notice?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Restore your email address' })).toBeVisible();
  await expect(page.getByText('Your account gets this email address back.', { exact: false })).toBeVisible();
  await axe(page);
  await page.getByLabel('New password').fill('password123');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Error', errors.weak_password.text);
  await page.getByLabel('New password').fill('cellar orchid 57');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expectToast(page, 'Address restored', 'Sign in with your new password.');
  await expect(intruder.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();

  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill('cellar orchid 57');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Welcome back!', "You've been signed in successfully.");
  await page.goto('/settings/account');
  await expect(page.getByRole('region', { name: 'Email' }).getByText(member.email)).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Security' }).getByText('The former email address was restored'),
  ).toBeVisible();

  const late = await open();
  await late.goto(link);
  await late.getByLabel('New password').fill('another orchid 58');
  await late.getByRole('button', { name: 'Save password' }).click();
  await expectToast(late, 'Error', errors.link_expired.text);
});
