import type { Locator } from '@playwright/test';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { emptyQueue } from './empty-queue.ts';
import { tabTo as goTo } from './keyboard.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const denial = "You don't have permission to access the admin panel.";

test('visitors are led to the sign-in, and members are denied, in the words of the specification', async ({
  open,
  site,
  axe,
}) => {
  const visitor = await open();
  await visitor.goto('/admin');
  await expect(visitor).toHaveURL('/auth');
  const member = await open(await site.member());
  for (const address of ['/admin', '/admin/pending-posts', '/admin/invitations']) {
    await member.goto(address);
    await expect(member.getByRole('heading', { name: 'Access Denied' })).toBeAttached();
    await expect(member.getByText(denial)).toBeVisible();
    await expect(member.getByRole('navigation', { name: 'Admin panel' })).toHaveCount(0);
  }
  await expect(
    member.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true }),
  ).toHaveCount(0);
  await axe(member);
});

test('staff reach the tabs from the menu and by the keyboard, and what is for admins is denied to moderators', async ({
  page,
  site,
  axe,
}) => {
  const moderator = await site.member({ moderator: true });
  await site.signIn(page, moderator);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL('/admin/pending-posts');
  const tabs = page.getByRole('navigation', { name: 'Admin panel' });
  await expect(tabs.getByRole('link', { name: /^Pending Posts/ })).toHaveAttribute('aria-current', 'page');
  // The five of the specification, in its order; the first three with their number.
  const names = await tabs
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [...link.childNodes].map((node) => node.textContent).filter((text) => text !== '')),
    );
  const specified = ['Pending Posts', 'Pending Images', 'Forum Posts', 'Users', 'Custom Roles'];
  expect(names.map(([name]) => name!).filter((name) => specified.includes(name))).toEqual(specified);
  for (const name of ['Pending Posts', 'Pending Images', 'Forum Posts'])
    await expect(tabs.getByRole('link', { name: new RegExp(`^${name} \\(\\d+\\+?\\)$`) })).toBeVisible();
  for (const name of ['Users', 'Custom Roles'])
    await expect(tabs.getByRole('link', { name, exact: true })).toBeVisible();
  // What is for admins alone is not offered, and denied by its address.
  await expect(tabs.getByRole('link', { name: 'Invitations' })).toHaveCount(0);
  await axe(page);
  await tabs.getByRole('link', { name: /^Pending Images/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/pending-images');
  await expect(page.getByRole('heading', { level: 1, name: 'Pending Images' })).toBeVisible();
  await page.goto('/admin/invitations');
  await expect(page.getByText(denial)).toBeVisible();
});

test('pending posts are approved and rejected with a reason, oldest first, and the number on the tab follows', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/net::ERR_FAILED/);
  const author = await site.member();
  await emptyQueue(site);
  await makeItem(site.ctx, 'self_promotion_post', author, { title: 'First tape', description: 'Out now on tape.' });
  const second = await makeItem(site.ctx, 'self_promotion_post', author, { title: 'Second tape' });
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/pending-posts');
  const list = page.getByRole('list', { name: 'Pending posts' });
  await expect(list.getByRole('heading')).toHaveText(['First tape', 'Second tape']);
  await expect(list.getByText('Out now on tape.')).toBeVisible();
  await expect(list.getByText('First tape')).toHaveCount(1);
  const tab = page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: /^Pending Posts/ });
  await expect(tab).toHaveAccessibleName('Pending Posts (2)');
  await axe(page);

  await page.route('**/decide', (route) => route.abort());
  await page.getByRole('button', { name: 'Approve First tape' }).click();
  await expectToast(page, 'Error', 'Failed to approve post');
  await page.getByRole('button', { name: 'Reject First tape' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reject this post?' });
  await question.getByLabel('Reason').fill('Not music.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Error', 'Failed to reject post');
  await page.keyboard.press('Escape');
  await page.unroute('**/decide');

  await page.getByRole('button', { name: 'Approve First tape' }).click();
  await expectToast(page, 'Post approved', 'Its author is notified.');
  await expect(list.getByRole('heading')).toHaveText(['Second tape']);
  await expect(tab).toHaveAccessibleName('Pending Posts (1)');
  await page.getByRole('button', { name: 'Reject Second tape' }).click();
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(question.getByText('Say why. The author reads this.')).toBeVisible();
  await question.getByLabel('Reason').fill('Not music.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Post rejected', 'Its author is notified with the reason.');
  await expect(page.getByText('No pending posts', { exact: true })).toBeVisible();
  await expect(page.getByText('Self-promotion posts that wait for approval are listed here.')).toBeVisible();
  await expect(tab).toHaveAccessibleName('Pending Posts (0)');

  await site.settle();
  const own = await open(author);
  await own.goto('/notifications');
  await expect(own.getByText('"Second tape" was not approved: Not music.')).toBeVisible();
  await own.goto(`/self-promotion/${second}`);
  await expect(own.getByText('Not music.')).toBeVisible();
});

test('pending images are approved and rejected, and those of the gallery featured, on a phone', async ({
  site,
  open,
  allow,
  axe,
}) => {
  allow(/net::ERR_FAILED/);
  const author = await site.member();
  await emptyQueue(site);
  await makeGalleryImage(site.ctx, author, { title: 'Old cover', approved: false });
  await makeGalleryImage(site.ctx, author, { title: 'New cover', approved: false });
  const page = await open(await site.member({ moderator: true }), phone);
  await page.goto('/admin/pending-images');
  const pending = page.getByRole('list', { name: 'Pending images' });
  await expect(pending.getByRole('listitem')).toHaveCount(2);
  await expect(pending.getByRole('listitem').first()).toContainText('Old cover');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(page);

  await page.route('**/staff/gallery/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Approve Old cover' }).click();
  await expectToast(page, 'Error', 'Failed to approve image');
  await page.getByRole('button', { name: 'Reject New cover' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reject this image?' });
  await expect(question.getByText('Its owner is notified with the reason.')).toBeVisible();
  await question.getByLabel('Reason').fill('Too small.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Error', 'Failed to reject image');
  await page.keyboard.press('Escape');
  await page.unroute('**/staff/gallery/**');
  await page.getByRole('button', { name: 'Approve Old cover' }).click();
  await expectToast(page, 'Image approved', 'It is in the gallery now, and its owner is notified.');
  await expect(pending.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Reject New cover' }).click();
  await question.getByLabel('Reason').fill('Too small.');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expectToast(page, 'Image rejected', 'Its owner is notified with the reason.');
  await expect(page.getByText('No pending images', { exact: true })).toBeVisible();
  await expect(page.getByText('Images that wait for approval are listed here.')).toBeVisible();

  await page.getByRole('button', { name: 'Feature Old cover', exact: true }).click();
  await expectToast(page, 'Image featured');
  await expect(page.getByRole('button', { name: 'Unfeature Old cover' })).toBeVisible();
  await page.route('**/featured', (route) => route.abort());
  await page.getByRole('button', { name: 'Unfeature Old cover' }).click();
  await expectToast(page, 'Error', 'Failed to update featured status');
  await page.unroute('**/featured');
  await page.getByRole('button', { name: 'Unfeature Old cover' }).click();
  await expectToast(page, 'Image no longer featured');
});

test('the latest forum posts are deleted with a reason, and a failure says why', async ({ page, site, allow, axe }) => {
  allow(/status of 403/);
  allow(/net::ERR_FAILED/);
  const admin = await site.member({ admin: true });
  await makePost(site.ctx, admin, { content: 'Rules of the admin' });
  await makePost(site.ctx, await site.member(), { content: 'Buy cheap plugins' });
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/forum-posts');
  const list = page.getByRole('list', { name: 'Forum posts' });
  await expect(list.getByRole('listitem').first()).toContainText('Buy cheap plugins');
  await axe(page);
  const question = page.getByRole('alertdialog', { name: 'Delete this post?' });
  await page.getByRole('button', { name: 'Delete Rules of the admin' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Failed to delete forum post: Moderators cannot do that to staff.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Buy cheap plugins' }).click();
  await question.getByLabel('Reason').fill('Spam');
  // A network that failed has no message of its own: the text does not say the same twice.
  await page.route('**/forum/posts/*', (route) => route.abort());
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Error', 'Failed to delete forum post');
  await page.unroute('**/forum/posts/*');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Post deleted', 'It can be restored for 30 days.');
  await expect(list.getByText('Buy cheap plugins')).toHaveCount(0);
});

test('roles are created in the words of the specification, and users found, made moderators and given a role', async ({
  page,
  site,
  open,
  allow,
  axe,
}) => {
  allow(/status of 400/);
  allow(/net::ERR_FAILED/);
  const member = await site.member({ displayName: 'Petra Pad' });
  const admin = await site.member({ admin: true, displayName: 'Ada Desk' });
  await site.signIn(page, admin);
  await page.goto('/admin/custom-roles');
  await expect(page.getByText('No custom roles yet', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create role' }).click();
  const form = page.getByRole('dialog', { name: 'Create role' });
  await expect(form.getByLabel('Color')).toHaveValue('#6b7280');
  await form.getByRole('button', { name: 'Create role' }).click();
  await expectToast(page, 'Error', 'Role name and display name are required');
  await form.getByLabel('Role name').fill('archivist');
  await form.getByLabel('Display name').fill('Archivist');
  await page.route('**/custom-roles', (route) => route.abort());
  await form.getByRole('button', { name: 'Create role' }).click();
  await expectToast(page, 'Error', 'Failed to create custom role');
  await page.unroute('**/custom-roles');
  await form.getByRole('button', { name: 'Create role' }).click();
  await expectToast(page, 'Role created');
  await expect(page.getByRole('list', { name: 'Custom roles' })).toContainText('archivist');
  await axe(page);

  await page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Users' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('petra');
  const list = page.getByRole('list', { name: 'Users' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await axe(page);
  await page.route('**/role', (route) => route.abort());
  await list.getByLabel('Custom role of Petra Pad').selectOption('Archivist');
  await expectToast(page, 'Error', 'Failed to update user role');
  await page.unroute('**/role');
  await list.getByLabel('Custom role of Petra Pad').selectOption('Archivist');
  await expectToast(page, 'User role updated', 'Admins and the member are notified.');
  await expect(list.getByLabel('Custom role of Petra Pad')).toHaveValue('archivist');
  const theirs = await open(member);
  await theirs.goto('/');
  await list.getByRole('button', { name: 'Make moderator: Petra Pad' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make Petra Pad a moderator?' });
  await expect(question).toContainText('They get the admin panel');
  await axe(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(list.getByRole('button', { name: 'Make moderator: Petra Pad' })).toBeVisible();
  await list.getByRole('button', { name: 'Make moderator: Petra Pad' }).click();
  await question.getByRole('button', { name: 'Make moderator' }).click();
  await expectToast(page, 'Moderator added', 'Admins and the member are notified.');
  // Their open page has the entry at once, and loses the panel at once.
  await theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(theirs.getByRole('navigation', { name: 'Admin panel' })).toBeVisible();
  await page.route('**/moderator', (route) => route.abort());
  await list.getByRole('button', { name: 'Remove moderator: Petra Pad' }).click();
  await expectToast(page, 'Error', 'Failed to update moderator status');
  await page.unroute('**/moderator');
  await list.getByRole('button', { name: 'Remove moderator: Petra Pad' }).click();
  await expectToast(page, 'Moderator removed', 'Admins and the member are notified.');
  await expect(theirs.getByText(denial)).toBeVisible();
  // The flag of an admin is not offered.
  await page.getByRole('searchbox', { name: 'Search users' }).fill('ada desk');
  await expect(list.getByRole('listitem')).toContainText(['Ada Desk']);
  await expect(list.getByRole('button', { name: /moderator/ })).toHaveCount(0);
  // Nobody is found, and the text says how each search looks.
  for (const [by, text] of [
    ['Name', 'Names are searched by their beginning.'],
    ['Mail', 'Mail addresses are searched by their beginning.'],
    ['Network address', 'Network addresses are searched whole, of the last 90 days.'],
  ] as const) {
    await page.getByRole('link', { name: by, exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody-is-called-this');
    await expect(page.getByText('No users found', { exact: true })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});

test('the five tabs are worked by the keyboard alone, on a phone', async ({ site, open, axe }) => {
  test.setTimeout(180_000);
  const author = await site.member({ displayName: 'Kim Keys' });
  await emptyQueue(site);
  for (const title of ['Upper tape', 'Lower tape'])
    await makeItem(site.ctx, 'self_promotion_post', author, { title, description: 'On tape.' });
  for (const title of ['Upper cover', 'Lower cover'])
    await makeGalleryImage(site.ctx, author, { title, approved: false });
  await makePost(site.ctx, author, { content: 'Loud advertising' });
  const page = await open(await site.member({ moderator: true }), { viewport: phone.viewport });
  const tabs = page.getByRole('navigation', { name: 'Admin panel' });
  const main = page.getByRole('main');
  const tabTo = (target: Locator) => goTo(page, target);
  const openTab = async (name: RegExp): Promise<void> => {
    await tabs.getByRole('link', { name }).press('Enter');
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  };
  /** Answers a question for a reason: the field has the focus, or is one Tab away. */
  const answer = async (title: string, reason: string, button: string): Promise<void> => {
    const question = page.getByRole('alertdialog', { name: title });
    await tabTo(question.getByLabel(/^Reason/));
    await page.keyboard.type(reason);
    await tabTo(question.getByRole('button', { name: button }));
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
  };

  await page.goto('/admin/pending-posts');
  await tabTo(main.getByRole('button', { name: 'Approve Upper tape' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: 'Upper tape' })).toHaveCount(0);
  await tabTo(main.getByRole('button', { name: 'Reject Lower tape' }));
  await page.keyboard.press('Enter');
  await answer('Reject this post?', 'Not music.', 'Reject');
  await expect(page.getByText('No pending posts', { exact: true })).toBeVisible();

  await openTab(/^Pending Images/);
  await tabTo(main.getByRole('button', { name: 'Approve Upper cover' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Feature Upper cover' })).toBeVisible();
  await tabTo(main.getByRole('button', { name: 'Reject Lower cover' }));
  await page.keyboard.press('Enter');
  await answer('Reject this image?', 'Too small.', 'Reject');
  await tabTo(main.getByRole('button', { name: 'Feature Upper cover' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Unfeature Upper cover' })).toBeVisible();

  await openTab(/^Forum Posts/);
  await tabTo(main.getByRole('button', { name: 'Delete Loud advertising' }));
  await page.keyboard.press('Enter');
  await answer('Delete this post?', 'Advertising', 'Delete');
  await expect(main.getByText('Loud advertising')).toHaveCount(0);

  await openTab(/^Custom Roles/);
  await tabTo(main.getByRole('button', { name: 'Create role' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create role' });
  await tabTo(form.getByLabel('Role name'));
  await page.keyboard.type('Tape Keeper');
  await tabTo(form.getByLabel('Display name'));
  await page.keyboard.type('Tape keeper');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  // Stored in small letters, with underscores.
  await expect(main.getByText('tape_keeper', { exact: true })).toBeVisible();

  await openTab(/^Users/);
  await tabTo(page.getByRole('searchbox', { name: 'Search users' }));
  await page.keyboard.type('kim keys');
  await expect(main.getByRole('list', { name: 'Users' }).getByRole('listitem')).toHaveCount(1);
  const role = main.getByLabel('Custom role of Kim Keys');
  await tabTo(role);
  await page.keyboard.type('Tape');
  await expect(role).toHaveValue('tape_keeper');
  await tabTo(main.getByRole('button', { name: 'Make moderator: Kim Keys' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('alertdialog').getByRole('button', { name: 'Make moderator' }));
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Remove moderator: Kim Keys' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await axe(page);
});
