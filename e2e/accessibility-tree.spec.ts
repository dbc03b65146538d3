import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { emptyQueue } from './empty-queue.ts';
import { hydrated } from './hydrated.ts';
import { expectSaid, hear } from './live-regions.ts';
import { callAs, share, tone } from './share.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

/**
 * Ten tasks as somebody does them who sees nothing: everything is found by its role and name alone, operated by focus and
 * keys, and what happens is heard or stands under the focus.
 */
const password = 'lantern harbour 42';

/** Goes to a control and presses a key on it, as a screen reader does from its list of controls. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await expect(control).toBeFocused();
  await control.page().keyboard.press(key);
}

/** Goes to a field and types. */
async function type(field: Locator, text: string): Promise<void> {
  await press(field, 'ControlOrMeta+a');
  await field.page().keyboard.type(text);
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** A page whose live regions are heard, opened at an address. */
async function openAt(page: Page, site: TestSite, address: string, member?: FixtureMember): Promise<void> {
  if (member) await site.signIn(page, member);
  await hear(page);
  await page.goto(address);
  await hydrated(page);
}

test('sign up, and sign in', async ({ page, site, allow }) => {
  allow(/status of 401/);
  const email = `nova-${randomUUID().slice(0, 8)}@example.org`;
  await openAt(page, site, '/');
  await press(link(page, 'Join Looproom'));
  await expectSaid(page, /^Sign [Uu]p|^Join/);
  await type(page.getByRole('textbox', { name: 'Display name' }), 'Nova Reed');
  await type(page.getByRole('textbox', { name: 'Email' }), email);
  await type(page.getByLabel('Password', { exact: true }), password);
  await press(button(page, 'Sign Up'));
  await expectSaid(page, 'Account created!');
  await expect(heading(page, 'Check your mail')).toBeFocused();
  await press(page.getByRole('main').getByRole('link', { name: 'Sign In' }));
  await type(page.getByRole('textbox', { name: 'Email' }), email);
  await type(page.getByLabel('Password', { exact: true }), 'something else 42');
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Sign in failed');

  const [mail] = await site.mails(email);
  await page.goto(/\/auth\?mode=verify&token=[\w-]+/.exec(mail!.text)![0]);
  await expectSaid(page, 'Email verified');
  await expect(heading(page, 'Welcome to Looproom')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/auth');
  await hydrated(page);
  await type(page.getByRole('textbox', { name: 'Email' }), email);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your profile, Nova Reed' })).toBeVisible();
  await expect(heading(page, /./)).toBeFocused();
});

test('find a post by search', async ({ page, site }) => {
  const word = `zq${randomUUID().slice(0, 8)}`;
  const id = await makePost(site.ctx, await site.member(), { content: `Tape ${word} hiss\n\nThe text.` });
  await openAt(page, site, '/members');
  await press(page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }));
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await expectSaid(page, /^1 result/);
  await page.keyboard.press('ArrowDown');
  const option = page.getByRole('option', { name: new RegExp(`Tape ${word} hiss`) });
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/forum/post/${id}`);
  await expect(heading(page, `Tape ${word} hiss`)).toBeFocused();
  await expectSaid(page, `Tape ${word} hiss`);
});

test('write a post with a category, and share something with a tag', async ({ page, site }) => {
  await openAt(page, site, '/forum', await site.member({ displayName: 'Kay Board' }));
  await press(page.getByRole('main').getByRole('link', { name: 'New post' }).first());
  await type(page.getByRole('textbox', { name: /^Your post, in Markdown/ }), 'Takes of one loop\n\nOne mic.');
  const category = page.getByRole('combobox', { name: 'Category' });
  await category.focus();
  await page.keyboard.type('Mus');
  await expect(category.getByRole('option', { name: 'Music', exact: true, selected: true })).toHaveCount(1);
  await press(button(page, 'Post'));
  await expectSaid(page, 'Post created!');
  await expect(heading(page, 'Takes of one loop')).toBeFocused();
  await page.goto('/');
  await hydrated(page);
  await press(button(page, /^Share what you are making/));
  const text = page.getByRole('textbox', {
    name: /^Your upload, in Markdown|in Markdown\. The first line is its title\.$/,
  });
  await expect(text).toBeFocused();
  await page.keyboard.type('Loop of the day\n\nMade with one hand. #tape ');
  await press(button(page, 'Share'));
  await expectSaid(page, 'Upload successful!');
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^#?tape$/ })
      .first(),
  ).toBeVisible();
});

test('reply, and like', async ({ page, site }) => {
  const id = await makePost(site.ctx, await site.member(), { content: 'Post of another' });
  await openAt(page, site, `/forum/post/${id}`, await site.member({ displayName: 'Kay Board' }));
  await press(button(page, 'Write a reply'));
  const field = page.getByRole('textbox', { name: 'Your reply, in Markdown' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Only the low band.');
  await press(button(page, 'Reply'));
  await expectSaid(page, 'Your reply is posted.');
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('article', { name: 'Reply by Kay Board' }) }),
  ).toBeFocused();
  const like = page.getByRole('main').getByRole('button', { name: /^Like/ }).first();
  await press(like, 'Space');
  await expect(like).toBeFocused();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('befriend a member', async ({ page, site }) => {
  const other = await site.member({ displayName: 'Olga Fern' });
  await openAt(page, site, `/profile/${other.username}`, await site.member());
  await press(button(page, 'Add Friend'));
  await expectSaid(page, 'Friend request sent!');
  await expect(button(page, 'Request Sent')).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
});

test('listen to a song, and pause', async ({ page, site }) => {
  const title = `Night bus ${randomUUID().slice(0, 8)}`;
  const id = await share(site, await site.member(), { content: title, files: [tone('loop.wav', 30)] });
  await openAt(page, site, `/uploads/${id}`);
  await press(button(page, `Play ${title}`));
  const player = page.getByRole('region', { name: 'Player' });
  const pause = player.getByRole('button', { name: /^Pause/ });
  await expect(pause).toBeVisible();
  const place = player.getByRole('slider', { name: `Position in ${title}` });
  await expect(place).toHaveAttribute('aria-valuetext', /^0:0[1-9] of 0:30$/);
  await press(pause, 'Space');
  await expect(player.getByRole('button', { name: /^Play/ })).toBeFocused();
  await press(place, 'ArrowRight');
  await expect(place).toHaveAttribute('aria-valuetext', /^0:\d\d of 0:30$/);
});

test('join a listening party, and chat', async ({ page, open, site }) => {
  const elder = (displayName: string) => site.member({ displayName, createdAt: new Date('2020-01-01') });
  const [host, guest] = [await elder('Hana Reed'), await elder('Bo Finch')];
  const name = `Tides ${randomUUID().slice(0, 8)}`;
  const { id } = await callAs(site, host, 'POST', '/parties', { name, submitId: randomUUID() });
  await openAt(page, site, '/listening-parties', guest);
  await press(page.getByRole('article', { name }).getByRole('link', { name: /^Join Party/ }));
  await expect(heading(page, name)).toBeFocused();
  await press(button(page, 'Join Party'));
  await expectSaid(page, /joined/);
  await expect(button(page, 'Leave')).toBeVisible();
  await type(page.getByRole('textbox', { name: 'Message', exact: true }), 'Good evening');
  await page.keyboard.press('Enter');
  await expectSaid(page, 'Good evening');
  const other = await open(host);
  await other.goto(`/listening-party/${id}`);
  await callAs(site, host, 'POST', `/parties/${id}/messages`, { content: 'Welcome, Bo', submitId: randomUUID() });
  await expectSaid(page, 'Welcome, Bo');
});

test('change a setting', async ({ page, site, allow }) => {
  allow(/status of 400/);
  await openAt(page, site, '/settings/profile', await site.member({ displayName: 'Before' }));
  await type(page.getByRole('textbox', { name: 'Display name', exact: true }), 'After All');
  const activity = page.getByRole('switch', { name: 'Show activity' });
  await press(activity, 'Space');
  await expect(activity).not.toBeChecked();
  await press(page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).last());
  await expectSaid(page, /[Ss]aved|updated/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your profile, After All' })).toBeVisible();
});

test('report a post, and decide about it as staff', async ({ page, open, site }) => {
  await emptyQueue(site);
  const id = await makePost(site.ctx, await site.member({ displayName: 'Olga Fern' }), { content: 'Buy my loops' });
  await openAt(page, site, `/forum/post/${id}`, await site.member());
  const more = button(page, 'More about this post');
  await press(more);
  await press(page.getByRole('menuitem', { name: 'Report', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await press(dialog.getByRole('radio', { name: /^Spam/ }), 'Space');
  await press(dialog.getByRole('button', { name: 'Send report' }));
  await expectSaid(page, 'Report sent');
  await expect(more).toBeFocused();

  const staff = await open();
  await openAt(staff, site, '/admin/queue', await site.member({ moderator: true }));
  await press(staff.getByRole('list', { name: 'Queue' }).getByRole('link', { name: /Buy my loops/ }));
  const item = staff.getByRole('region', { name: /Buy my loops/ });
  await press(item.getByRole('button', { name: /^Keep/ }));
  await expectSaid(staff, /[Kk]ept/);
});

test('read a song of the library, and leave a song by its heading', async ({ page, site }) => {
  const id = await makeItem(site.ctx, 'song', await site.member(), { title: 'Blue hours' });
  await openAt(page, site, '/songs');
  await press(link(page, 'Blue hours'));
  await expect(page).toHaveURL(`/songs/${id}`);
  await expect(heading(page, 'Blue hours')).toBeFocused();
});
