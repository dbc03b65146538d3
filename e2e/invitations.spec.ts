import { errors } from '#platform/contract/errors.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

test.use({ settings: { SIGN_UP: 'invitation' } });

const password = 'cellar orchid 57';

test('an admin invites, the invited signs up by the link, and the list shows who joined', async ({
  page,
  site,
  open,
  axe,
}) => {
  const admin = await site.member({ admin: true });
  await site.signIn(page, admin);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByText('No invitations yet', { exact: true })).toBeVisible();
  const email = 'guest-of-the-house@example.org';
  await page.getByLabel('Email (optional)').fill(email);
  await page.getByRole('button', { name: 'Make invitation' }).click();
  await expectToast(page, 'Invitation sent', `The link was mailed to ${email}.`);
  const list = page.getByRole('list', { name: 'Invitations' });
  await expect(list.getByRole('listitem').filter({ hasText: email })).toContainText('Open');
  await axe(page);

  const [mail] = await site.mails(email);
  const link = /http:\S+invitation=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  await expect(page.getByText(link, { exact: true })).toBeVisible();

  const guest = await open();
  await guest.goto(link);
  await expect(guest.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  await guest.getByLabel('Display name').fill('Gwen Guest');
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await guest.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  await expectToast(guest, 'Account created!', 'Please check your email to verify your account.');
  const verify = (await site.mails(email)).find((one) => one.text.includes('mode=verify'));
  await guest.goto(/http:\S+mode=verify\S+/.exec(verify?.text ?? '')?.[0] ?? '');
  await expectToast(guest, 'Email verified', `${email} is confirmed. You are signed in.`);
  await expect(guest).toHaveURL('/welcome');

  await page.reload();
  const line = list.getByRole('listitem').filter({ hasText: email });
  await expect(line).toContainText('Used');
  await expect(line.getByRole('link', { name: 'Gwen Guest' })).toBeVisible();
  await expect(line.getByRole('button')).toHaveCount(0);
});

test('who was not invited reads how to join, and a revoked or made-up link is refused in our words', async ({
  page,
  site,
  open,
  allow,
}) => {
  allow(/status of (403|410)/);
  const visitor = await open();
  await visitor.goto('/auth');
  await visitor.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(visitor.getByText(errors.invitation_required.text)).toBeVisible();
  await expect(visitor.getByLabel('Display name')).toHaveCount(0);
  const answer = await visitor.request.post('/api/v1/auth/sign-up', {
    data: { email: 'uninvited@example.org', password },
    headers: { origin: site.url },
  });
  expect(answer.status()).toBe(403);
  expect(await answer.json()).toMatchObject({ title: 'By invitation', detail: errors.invitation_required.text });

  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin/invitations');
  await page.getByRole('button', { name: 'Make invitation' }).click();
  await expectToast(page, 'Invitation made', 'Copy the link and send it to one person.');
  const link = await page.getByRole('status', { name: 'The link of the new invitation' }).innerText();
  await page.getByRole('button', { name: 'Revoke the invitation for whoever has the link' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this invitation?' });
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectToast(page, 'Invitation revoked', 'Its link works no more.');
  await expect(
    page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: 'Revoked' }),
  ).toHaveCount(1);
  await expect(page.getByText(link, { exact: true })).toHaveCount(0);

  for (const address of [link, '/auth?invitation=made-up-by-somebody']) {
    await visitor.goto(address);
    await visitor.getByLabel('Email').fill('uninvited@example.org');
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await expectToast(visitor, 'Sign up failed', errors.link_expired.text);
  }
  expect(await site.mails('uninvited@example.org')).toEqual([]);
});

test('members and moderators are denied, visitors are led to the sign-in, and a list that fails is tried again', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/status of 500|CallError/);
  const visitor = await open();
  await visitor.goto('/admin/invitations');
  await expect(visitor).toHaveURL('/auth');
  for (const overrides of [{}, { moderator: true }]) {
    const denied = await open(await site.member(overrides));
    await denied.goto('/admin/invitations');
    await expect(denied.getByRole('heading', { name: 'Access Denied' })).toBeAttached();
    await expect(denied.getByText("You don't have permission to access the admin panel.")).toBeVisible();
    await axe(denied);
  }
  await site.signIn(page, await site.member({ admin: true }));
  await page.goto('/admin');
  await page.route('**/api/v1/invitations*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      json: { code: 'internal', status: 500, title: 'Error', detail: 'Something went wrong. Please try again.' },
    }),
  );
  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Invitations' }).click();
  await expect(page.getByText('The invitations could not be loaded.')).toBeVisible();
  await page.unroute('**/api/v1/invitations*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('The invitations could not be loaded.')).toBeHidden();
});
