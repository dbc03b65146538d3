import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import { makePost } from '#features/forum/server/fixtures.ts';
import { notifications } from '#people/notifications/contract/limits.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { hydrated } from './hydrated.ts';
import { callAs } from './share.ts';
import { expectToast } from './toast.ts';
import { type FixtureMember, type TestSite, expect, test } from './world.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const lines = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem');

/** What is stored of a member's notifications and not read. */
const unreadOf = async (site: TestSite, who: FixtureMember): Promise<number> =>
  (await site.ctx.db.rows(sql`SELECT 1 FROM notifications WHERE user_id = ${who.profileId} AND NOT is_read`)).length;

let causes = 0;
/** Notifies a member, as staff would. The next one is newer: two of one millisecond stand in any order. */
const notifyMember = async (site: TestSite, who: FixtureMember, title: string): Promise<void> => {
  await site.ctx.db.tx((tx) =>
    notify(site.ctx, tx, [who.profileId], { ...noticeText.staff(title, 'Please read'), cause: `e2e:${causes++}` }),
  );
  const made = Date.now();
  while (Date.now() <= made) await setTimeout(1);
};

test('the bell counts live, lists the latest, marks one by a click, and all', async ({ page, open, site, axe }) => {
  const author = await site.member({ displayName: 'Ada Bell' });
  const reader = await site.member({ displayName: 'Ben Reader' });
  const postId = await makePost(site.ctx, author);
  await site.signIn(page, author);
  const other = await open(reader);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/notifications') && asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(asked, 'nothing is asked for before the bell is opened').toEqual([]);
  await bell(page).click();
  await expect(popup(page).getByText('No notifications yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();

  await test.step('what another member does is counted without a reload', async () => {
    await other.goto(`/forum/post/${postId}`);
    await other.getByRole('button', { name: 'Write a reply' }).click();
    await other.getByRole('textbox', { name: 'Your reply, in Markdown' }).fill('Turn the bass down');
    await other.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(other.getByText('Turn the bass down')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  });

  await test.step('it opens by the keyboard, grows while it is open, and is clean', async () => {
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(popup(page).getByRole('link', { name: /New reply in/ })).toContainText('Turn the bass down');
    await notifyMember(site, author, 'While you look');
    await expect(popup(page).getByRole('listitem')).toHaveCount(2);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    await expect(popup(page).getByRole('listitem').first()).toContainText('While you look');
    await axe(page);
  });

  await test.step('one that leads nowhere is read by pressing it; a link goes there', async () => {
    await popup(page)
      .getByRole('button', { name: /While you look/ })
      .click();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await popup(page)
      .getByRole('link', { name: /New reply in/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/forum/post/${postId}\\?reply=`));
    await expect(popup(page)).toBeHidden();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
  });

  await test.step('all are marked in every tab of the member', async () => {
    // A page that is asked for before the last mark is stored would begin with one.
    await expect.poll(() => unreadOf(site, author)).toBe(0);
    const tab = await open(author);
    await tab.goto('/');
    for (const title of ['One', 'Two', 'Three']) await notifyMember(site, author, title);
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 3 unread');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread');
    await bell(page).click();
    // As far as the reader has seen: what a list from before does not show would stay unread.
    await expect(popup(page).getByRole('listitem').first()).toContainText('Three');
    await popup(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await expect(bell(tab)).toHaveAccessibleName('Notifications');
    await expect(popup(page).getByText('Unread:')).toHaveCount(0);
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
  });
});

test('the number is in the page as the server sends it, and what was missed is caught up with', async ({
  page,
  site,
  allow,
}) => {
  allow(/WebSocket connection/);
  allow(/ERR_INTERNET_DISCONNECTED/);
  const member = await site.member();
  for (let made = 0; made < notifications.latest + 2; made++) await notifyMember(site, member, `Word ${made}`);
  await site.signIn(page, member);
  const html = await (await page.request.get('/', { headers: { cookie: member.cookie } })).text();
  expect(html).toContain('Notifications, 12 unread');
  await page.goto('/');
  await test.step('a hint about what the number holds already does not raise it', async () => {
    let isRead = false;
    const read = page.waitForResponse('**/api/v1/notifications/unread').then(() => (isRead = true));
    const announce = () => site.ctx.realtime.announce(`viewer:${member.profileId}`, 'notified', { kind: 'staff' });
    // Heard once the page listens.
    await expect.poll(() => (isRead ? true : (announce(), false))).toBe(true);
    await read;
    await expect(bell(page)).toHaveAccessibleName('Notifications, 12 unread');
    let asked = 0;
    page.on('request', (request) => void (request.url().endsWith('/notifications/unread') && asked++));
    const again = page.waitForResponse('**/api/v1/notifications/unread');
    for (let hint = 0; hint < 200; hint++) announce();
    await again;
    expect(asked, 'a burst is read once, and perhaps once more').toBeLessThanOrEqual(3);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 12 unread');
  });
  await bell(page).click();
  await expect(popup(page).getByRole('listitem')).toHaveCount(notifications.latest);
  await expect(popup(page).getByRole('listitem').first()).toContainText('Word 11');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await notifyMember(site, member, 'While the line was dead');
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await expect(bell(page)).toHaveAccessibleName('Notifications, 13 unread');

  await test.step('a number that was on its way while all was read elsewhere is not believed', async () => {
    const [answered, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const unread = '**/api/v1/notifications/unread';
    const holdBack = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      answered.resolve();
      await mayGoOn.promise;
      await route.fulfill({ response });
    };
    await page.route(unread, holdBack, { times: 1 });
    const older = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/notifications/unread'));
    site.ctx.realtime.announce(`viewer:${member.profileId}`, 'relations_changed', {});
    await answered.promise;
    await callAs(site, member, 'POST', '/notifications/read', { until: new Date().toISOString() });
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    mayGoOn.resolve();
    await older;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect(bell(page)).toHaveAccessibleName('Notifications');
  });
});

test('the page lists everything, filters, loads more, and follows what happens', async ({
  page,
  open,
  site,
  axe,
  allow,
}) => {
  // Who is blocked loses the profile that they have open.
  allow(/status of 404/);
  const [mina, olu] = [await site.member({ displayName: 'Mina Note' }), await site.member({ displayName: 'Olu Note' })];
  await site.signIn(page, mina);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  const other = await open(olu);
  await other.goto(`/profile/${mina.username}`);
  await other.getByRole('button', { name: 'Add Friend' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('Olu Note sent you a friend request');

  await test.step('a request is accepted where it is announced', async () => {
    const nia = await site.member({ displayName: 'Nia Note' });
    await callAs(site, nia, 'POST', '/friends', { profileId: mina.profileId });
    await expect(lines(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Accept Nia Note' }).click();
    await expectToast(page, 'Friend request accepted', 'You are now friends!');
    await expect(lines(page)).toHaveCount(1);
  });

  await test.step('a request that is gone leaves no notice, and blocked is never heard', async () => {
    await page.goto(`/profile/${olu.username}`);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await page.getByRole('button', { name: 'More about Olu Note' }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await page.goto('/notifications');
    await expect(page.getByText('No notifications yet.')).toBeVisible();
  });

  await test.step('filters and pages', async () => {
    for (let made = 0; made < notifications.perPage + 3; made++) await notifyMember(site, mina, `Word ${made}`);
    await page.goto('/notifications');
    await expect(lines(page)).toHaveCount(notifications.perPage);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(lines(page)).toHaveCount(notifications.perPage + 3);
    // The list of the unread is here before it is known that one was read.
    await page.route('**/notifications/*/read', async (route) => {
      await expect(page).toHaveURL('/notifications?only=unread');
      await expect(lines(page)).toHaveCount(notifications.perPage);
      await route.continue();
    });
    await page.getByRole('button', { name: `Mark as read: Word ${notifications.perPage + 2}` }).click();
    await page.getByRole('link', { name: 'Unread', exact: true }).click();
    await expect(page).toHaveURL('/notifications?only=unread');
    await expect(lines(page).first()).toContainText(`Word ${notifications.perPage + 1}`);
    await axe(page);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await page.reload();
    await expect(page.getByText('You have read it all.')).toBeVisible();
  });

  await test.step('on a phone nothing reaches over the edge', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'All notifications' }).click();
    await expect(lines(page)).toHaveCount(notifications.perPage);
    await bell(page).click();
    await expect(popup(page).getByRole('listitem')).toHaveCount(notifications.latest);
    await axe(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBe(0);
    const box = await popup(page).boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(360);
    await popup(page).getByRole('link', { name: 'See all notifications' }).click();
    await expect(popup(page)).toBeHidden();
  });
});

test('a list that fails says so and tries again', async ({ page, site, allow }) => {
  allow(/status of 500|ERR_FAILED/);
  const member = await site.member();
  await notifyMember(site, member, 'Here after all');
  await site.signIn(page, member);
  await page.goto('/');
  await page.route('**/api/v1/notifications/latest', (route) => route.fulfill({ status: 500, json: {} }));
  await bell(page).click();
  await expect(popup(page).getByRole('alert')).toContainText('Your notifications could not be loaded.');
  await page.unroute('**/api/v1/notifications/latest');
  await popup(page).getByRole('button', { name: 'Retry' }).click();
  await expect(popup(page).getByRole('listitem')).toContainText('Here after all');
});

test('the member chooses what to hear of, and mails end by their link', async ({ page, site, open, axe }) => {
  const [reader, author] = [await site.member({ displayName: 'Quiet Reader' }), await site.member()];
  await site.signIn(page, reader);
  await page.goto('/settings/account#notifications');
  const section = page.getByRole('table', { name: 'Where you hear of what' });
  await expect(section.getByRole('row')).toHaveCount(20);
  await expect(section.getByRole('checkbox', { name: 'Rejections by staff, here' })).toBeDisabled();
  await expect(section.getByRole('checkbox', { name: 'Mentions of you, by email' })).toBeDisabled();
  const saved = page.waitForResponse((response) => response.url().endsWith('/notifications/settings/mention'));
  await hydrated(page);
  await section.getByRole('checkbox', { name: 'Mentions of you, here' }).uncheck();
  expect((await saved).status()).toBe(200);
  const chosen = page.waitForResponse((response) => response.url().endsWith('/notifications/digest'));
  await page.getByRole('combobox', { name: 'How often' }).selectOption('Once a week');
  expect((await chosen).status()).toBe(200);
  const unmailed = page.waitForResponse((response) => response.url().endsWith('/notifications/settings/mention'));
  await section.getByRole('checkbox', { name: 'Mentions of you, by email' }).uncheck();
  expect((await unmailed).status()).toBe(200);
  await axe(page);
  await page.reload();
  await expect(section.getByRole('checkbox', { name: 'Mentions of you, here' })).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'How often' })).toHaveValue('weekly');
  await makePost(site.ctx, author, { content: `Hello @${reader.username}, no need to answer` });
  await site.settle();
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet.')).toBeVisible();

  await notifyMember(site, reader, 'For the mail');
  await site.ctx.db.pool.query(
    `UPDATE notification_digests SET sent_until = sent_until - interval '8 days' WHERE profile_id = $1`,
    [reader.profileId],
  );
  await site.ctx.jobs.runNow('notifications.digest');
  const [mail] = await site.mails(reader.email);
  expect(mail!.subject).toContain('1 new notification');
  const link = /https?:\S+\/unsubscribe\?\S+/.exec(mail!.text)![0];
  const visitor = await open();
  await visitor.goto(link);
  await axe(visitor);
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(visitor.getByText('You are unsubscribed.', { exact: false })).toBeVisible();
  await page.goto('/settings/account#notifications');
  await expect(page.getByRole('combobox', { name: 'How often' })).toHaveValue('off');
});

test('a link that is not ours ends nothing', async ({ page, allow }) => {
  allow(/status of 410/);
  await page.goto('/unsubscribe?token=forged');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText('This link is not one of ours. You can change your mails in settings.')).toBeVisible();
});

test('visitors have no bell and are sent to sign in', async ({ page }) => {
  await page.goto('/');
  await expect(bell(page)).toHaveCount(0);
  await page.goto('/notifications');
  await expect(page).toHaveURL('/auth');
});
