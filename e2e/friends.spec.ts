import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { callAs } from './share.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search by username' }).fill(text);
  await page.keyboard.press('Enter');
}

test('a request is sent, seen at once by the other, accepted, and both are friends', async ({
  page,
  open,
  site,
  axe,
}) => {
  const [mina, olu] = [
    await site.member({ displayName: 'Mina Field' }),
    await site.member({ displayName: 'Olu Beats' }),
  ];
  await site.signIn(page, mina);
  const other = await open(olu);
  await page.goto('/friends');
  await other.goto('/friends?tab=pending');
  await expect(page.getByRole('heading', { level: 1, name: 'Friends' })).toBeVisible();
  await expect(page.getByText('Connect with other community members', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Friends(0)', 'Pending(0)', 'Sent(0)', 'Find Friends']);
  await expect(page.getByText('No friends yet. Start connecting with people!', { exact: true })).toBeVisible();
  await expect(other.getByText('No pending friend requests', { exact: true })).toBeVisible();
  await tab(page, 'Sent').click();
  await expect(page.getByText('No sent friend requests', { exact: true })).toBeVisible();

  await test.step('the search finds by the beginning of a username', async () => {
    await tab(page, 'Find Friends').click();
    await expect(page.getByText('Search for users to connect with', { exact: true })).toBeVisible();
    await expect(page.getByPlaceholder('Search by username...', { exact: true })).toBeVisible();
    await search(page, 'zzznobody');
    await expect(page.getByText('No users found', { exact: true })).toBeVisible();
    await search(page, olu.username);
    await card(page, 'Olu Beats').getByRole('button', { name: 'Add Friend' }).click();
    await expectToast(page, 'Friend request sent', 'Your friend request has been sent successfully');
    await expect(card(page, 'Olu Beats')).toHaveCount(0);
    await expect(tab(page, 'Sent')).toHaveText('Sent(1)');
  });

  await test.step('the other sees it without a reload, and accepts', async () => {
    await expect(tab(other, 'Pending')).toHaveText('Pending(1)');
    await axe(other);
    await card(other, 'Mina Field').getByRole('button', { name: 'Accept' }).click();
    await expectToast(other, 'Friend request accepted', 'You are now friends!');
    await expect(tab(other, 'Friends (')).toHaveText('Friends(1)');
    await expect(tab(page, 'Sent')).toHaveText('Sent(0)');
    await tab(page, 'Friends (').click();
    await expect(card(page, 'Olu Beats')).toContainText(`@${olu.username}`);
    await axe(page);
  });

  await test.step('unfriended, both lists are empty again', async () => {
    await page.getByRole('button', { name: 'More about Olu Beats' }).click();
    await page.getByRole('menuitem', { name: 'Unfriend' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
    await expect(page.getByText('No friends yet. Start connecting with people!', { exact: true })).toBeVisible();
    await expect(tab(other, 'Friends (')).toHaveText('Friends(0)');
  });
});

test('the button of a profile follows what is between two members', async ({ page, open, site, axe }) => {
  const [mina, olu] = [await site.member({ displayName: 'Mina Key' }), await site.member({ displayName: 'Olu Key' })];
  await site.signIn(page, mina);
  const other = await open(olu);
  const visitor = await open();
  await visitor.goto(`/profile/${olu.username}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Olu Key' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Add Friend' })).toHaveCount(0);
  await page.goto(`/profile/${mina.username}`);
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Friend' })).toHaveCount(0);

  await page.goto(`/profile/${olu.username}`);
  await other.goto(`/profile/${mina.username}`);
  await page.getByRole('button', { name: 'Add Friend' }).click();
  await expectToast(page, 'Friend request sent!');
  await expect(page.getByRole('button', { name: 'Request Sent' })).toBeDisabled();
  await other.getByRole('button', { name: 'Decline' }).click();
  await expectToast(other, 'Friend request declined', 'The friend request has been declined');
  await page.getByRole('button', { name: 'Add Friend' }).click();
  await other.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('region', { name: 'Friends' }).getByRole('link', { name: 'Mina Key' })).toBeVisible();
  await axe(page);
});

test('a blocked member finds no way back until they are unblocked', async ({ page, open, site, allow }) => {
  allow(/status of 404/);
  const [mina, olu] = [await site.member({ displayName: 'Mina Wall' }), await site.member({ displayName: 'Olu Wall' })];
  const title = `Only for friends of mine ${randomUUID()}`;
  await makePost(site.ctx, mina, { content: title });
  await site.signIn(page, mina);
  const other = await open(olu);
  await page.goto(`/profile/${olu.username}`);
  await page.getByRole('button', { name: 'More about Olu Wall' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await other.goto(`/profile/${mina.username}`);
  await expect(other.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible();
  await other.goto('/forum');
  await expect(other.getByRole('link', { name: title })).toHaveCount(0);
  await other.goto('/friends?tab=find');
  await search(other, mina.username);
  await expect(other.getByText('No users found', { exact: true })).toBeVisible();
  await page.goto('/friends');
  await page.getByRole('region', { name: 'Blocked members' }).getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked members' })).toHaveCount(0);
  await other.goto('/forum');
  await expect(other.getByRole('link', { name: title })).toBeVisible();
});

test('visitors are sent to sign in', async ({ page }) => {
  await page.goto('/friends');
  await expect(page).toHaveURL('/auth');
});

test('a phone has room for the four tabs, a request and a search', async ({ open, site, axe }) => {
  const [mina, olu] = [await site.member({ displayName: 'Mina Palm' }), await site.member({ displayName: 'Olu Palm' })];
  await callAs(site, olu, 'POST', '/friends', { profileId: mina.profileId });
  const page = await open(mina, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const fits = async (): Promise<void> =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goto('/friends');
  await expect(tab(page, 'Pending')).toHaveText('Pending(1)');
  await fits();
  await tab(page, 'Pending').tap();
  await expect(card(page, 'Olu Palm')).toBeVisible();
  await fits();
  await axe(page);
  await card(page, 'Olu Palm').getByRole('button', { name: 'Accept' }).tap();
  await expectToast(page, 'Friend request accepted', 'You are now friends!');
  await tab(page, 'Sent').tap();
  await expect(page.getByText('No sent friend requests', { exact: true })).toBeVisible();
  await tab(page, 'Find Friends').tap();
  await search(page, 'zzznobody');
  await expect(page.getByText('No users found', { exact: true })).toBeVisible();
  await fits();
  await tab(page, 'Friends').first().tap();
  await expect(card(page, 'Olu Palm')).toBeVisible();
  await axe(page);
});
