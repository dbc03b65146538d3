import { makePost } from '#features/forum/server/fixtures.ts';
import type { Context } from '#platform/server/context.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { emptyQueue } from './empty-queue.ts';
import { hydrated } from './hydrated.ts';
import { listens } from './listens.ts';
import { expectToast } from './toast.ts';
import { expect, test } from './world.ts';

const phone = { width: 360, height: 740 };

/** A reported post. @returns its id */
async function reported(site: { ctx: Context; member: () => Promise<{ cookie: string }> }, content: string) {
  const { ctx } = site;
  const id = await makePost(ctx, await site.member(), { content });
  const [author] = await ctx.db.rows<{ author_id: string }>(sql`SELECT author_id FROM forum_posts WHERE id = ${id}`);
  const { addCause } = await import('#content/moderation/server/queue/queue-store.ts');
  const subject = { kind: 'forum_post', id, authorId: author!.author_id };
  const by = { by: 'report', reporterId: newId(ctx.clock.now()), reason: 'spam', note: 'Look' } as const;
  await ctx.db.tx((tx) => addCause(ctx, tx, subject, by));
  return id;
}

test('the queue is worked through with the keyboard alone: next, keep, remove with a reason, hold, undo, keys', async ({
  page,
  site,
  axe,
}) => {
  await emptyQueue(site);
  for (const content of ['First loop', 'Second loop', 'Third loop']) await reported(site, content);
  const [, second] = await site.ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM queue_items WHERE state = 'open' ORDER BY created_at, id`,
  );
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/queue');
  const queue = page.getByRole('list', { name: 'Queue' });
  await expect(queue.getByRole('listitem')).toHaveCount(3);
  await axe(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of the queue' })).toContainText('Undo the last decision');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys of the queue' })).toBeHidden();
  const open = (title: string) => page.getByRole('region', { name: title });
  // The next item is read ahead.
  const ahead = page.waitForResponse((answer) => answer.url().endsWith(`/staff/queue/${second!.id}`));
  await page.keyboard.press('j');
  await expect(open('First loop')).toContainText('1 report: Spam');
  await ahead;
  await axe(page);
  await expect(open('First loop').getByRole('button', { name: 'Keep' })).toBeVisible();

  // A decision waits for nothing that is read after it: the next item is there.
  const heldBack = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/staff\//, async (route) => {
    if (route.request().method() === 'GET') await heldBack.promise;
    await route.continue();
  });
  await page.keyboard.press('a');
  await expectToast(page, 'Kept');
  await expect(open('Second loop').getByRole('button', { name: 'Keep' })).toBeVisible();
  heldBack.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('j');
  await expect(open('Third loop')).toBeVisible();
  await page.keyboard.press('k');
  await expect(open('Second loop')).toBeVisible();
  await expect(queue.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('z');
  await expectToast(page, 'Decision taken back', 'The item is open again.');
  await expect(open('First loop').getByRole('button', { name: 'Keep' })).toBeVisible();
  await expect(queue.getByRole('listitem')).toHaveCount(3);

  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog', { name: 'Remove it?' });
  await expect(question.getByRole('button', { name: 'Remove' })).toBeVisible();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question.getByText('Say why.')).toBeVisible();
  await question.getByLabel('Reason').fill('Advertising.');
  await question.getByRole('button', { name: 'Save as template' }).click();
  await expect(question.getByLabel('Template or rule')).toBeVisible();
  await axe(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Removed');
  await expect(open('Second loop')).toBeVisible();
  await page.keyboard.press('h');
  const hold = page.getByRole('alertdialog', { name: 'Hold it?' });
  await hold.getByLabel('Template or rule').selectOption('Advertising.');
  await expect(hold.getByLabel('Reason (optional)')).toHaveValue('Advertising.');
  await hold.getByRole('button', { name: 'Hold' }).click();
  await expectToast(page, 'Held');
  await expect(open('Second loop').getByRole('button', { name: 'Approve' })).toBeVisible();

  await page.getByRole('link', { name: 'Decided' }).click();
  await expect(queue.getByText('First loop')).toBeVisible();
  await queue.getByRole('link', { name: 'First loop' }).click();
  await expect(open('First loop')).toContainText('Removed by');
  await open('First loop').getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Decision taken back');
});

test('keys and buttons decide about an item only while its text is shown, and with the version of that text', async ({
  page,
  site,
  allow,
}) => {
  allow(/status of 409/);
  await emptyQueue(site);
  const first = await reported(site, 'Slow loop');
  await reported(site, 'Next loop');
  await site.signIn(page, await site.member({ moderator: true }));
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  const decisions = () => sent.filter((path) => /\/staff\/queue\/.*\/(decide|hold|escalate)$/.test(path));
  const slow = Promise.withResolvers<void>();
  await page.goto('/admin/queue');
  await expect(page.getByRole('list', { name: 'Queue' }).getByRole('listitem')).toHaveCount(2);
  await page.route(/\/api\/v1\/staff\/queue\/[\w-]+$/, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await hydrated(page);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/item=/);
  await expect(page.getByText('1 report: Spam')).toBeHidden();
  for (const key of ['a', 'r', 'h', 'e', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  slow.resolve();
  const open = page.getByRole('region', { name: 'Slow loop' });
  await expect(open.getByRole('button', { name: 'Keep' })).toBeVisible();
  expect(decisions()).toEqual([]);
  await page.unrouteAll({ behavior: 'wait' });

  // Its author changes it meanwhile: what the moderator has read is not decided about any more.
  await site.ctx.db.rows(sql`UPDATE forum_posts SET content = 'Now an advertisement' WHERE id = ${first}`);
  await page.keyboard.press('a');
  await expectToast(
    page,
    'Changed meanwhile',
    'This has changed since you read it. Read it as it is now, then decide again.',
  );
  await expect(open).toContainText('Now an advertisement');
  await page.keyboard.press('a');
  await expectToast(page, 'Kept');
  expect(decisions()).toHaveLength(2);
  await expect(page.getByRole('region', { name: 'Next loop' })).toBeVisible();

  // 18+ content is covered: nothing decides about it before it is shown.
  await site.ctx.db.rows(
    sql`UPDATE forum_posts SET is_adult = true WHERE title = 'Next loop' OR content = 'Next loop'`,
  );
  await page.reload();
  const covered = page.getByRole('region', { name: '18+' });
  await expect(covered.getByText('Show the content to decide about it.')).toBeVisible();
  await expect(covered.getByRole('button', { name: 'Keep' })).toHaveCount(0);
  await page.keyboard.press('a');
  await covered.getByRole('button', { name: 'Show 18+ content' }).click();
  expect(decisions()).toHaveLength(2);
  await covered.getByRole('button', { name: 'Keep' }).click();
  await expectToast(page, 'Kept');
});

test('title, text and buttons of the open item stay in the window, wherever it stands in a long list', async ({
  page,
  site,
}) => {
  await emptyQueue(site);
  const long = 'A long text about a loop. '.repeat(300);
  for (let at = 1; at <= 30; at++) await reported(site, `Loop ${at}\n\n${at === 25 ? long : ''}`);
  await site.signIn(page, await site.member({ moderator: true }));
  for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, phone]) {
    await page.setViewportSize(size);
    await page.goto('/admin/queue');
    const lines = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
    await expect(lines).toHaveCount(30);
    for (const at of [8, 9, 24, 29]) {
      await lines.nth(at).getByRole('link').click();
      const item = page.getByRole('region', { name: `Loop ${at + 1}`, exact: true });
      // Below the list, a long text is scrolled with the page.
      if (size.width > 1024 || at !== 24)
        await expect(item.getByRole('button', { name: 'Keep' })).toBeInViewport({ ratio: 1 });
      await expect(item.getByRole('heading', { name: `Loop ${at + 1}` })).toBeInViewport({ ratio: 1 });
    }
  }
  await page.goto('about:blank');
  await emptyQueue(site);
});

test('an item that one has open is shown as taken to others, and the second to decide reads who was first', async ({
  page,
  site,
  open,
  allow,
}) => {
  allow(/status of 409/);
  await reported(site, 'Contested loop');
  const ada = await site.member({ moderator: true, displayName: 'Ada Desk' });
  await site.signIn(page, ada);
  await page.goto('/admin/queue');
  const other = await open(await site.member({ moderator: true }));
  const heard = listens(other, 'staff');
  await other.goto('/admin/queue');
  await heard;
  const line = (of: typeof page) =>
    of.getByRole('list', { name: 'Queue' }).getByRole('listitem').filter({ hasText: 'Contested loop' });
  await line(page).getByRole('link').click();
  await expect(line(other)).toContainText('Taken by Ada Desk');
  await expect(page.getByRole('button', { name: 'Keep' })).toBeVisible();
  await expect(line(page)).not.toContainText('Taken by');
  await line(other).getByRole('link').click();
  await expect(other.getByText('Ada Desk has this item open.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Keep' })).toBeVisible();
  // The other page has not heard of the decision when it decides.
  await other.route(/staff\/queue/, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  allow(/net::ERR_FAILED/);
  await page.getByRole('button', { name: 'Keep' }).click();
  await expectToast(page, 'Kept');
  await other.keyboard.press('a');
  await expectToast(other, 'Already decided', 'Ada Desk has decided this already.');
});

test('a page that connects late learns which items are taken, and a mark ends when its page is closed', async ({
  page,
  site,
  open,
}) => {
  await reported(site, 'Quiet loop');
  await site.signIn(page, await site.member({ moderator: true, displayName: 'Ada Desk' }));
  const other = await open(await site.member({ moderator: true }));
  let connect = (): void => {};
  const connected = new Promise<void>((resolve) => (connect = resolve));
  await other.routeWebSocket(/realtime/, async (socket) => {
    await connected;
    socket.connectToServer();
  });
  const line = (of: typeof page) =>
    of.getByRole('list', { name: 'Queue' }).getByRole('listitem').filter({ hasText: 'Quiet loop' });
  await other.goto('/admin/queue');
  await expect(line(other)).toBeVisible();
  await page.goto('/admin/queue');
  const taken = page.waitForResponse((response) => response.url().endsWith('/taken') && response.ok());
  await line(page).getByRole('link').click();
  await taken;
  await expect(line(other)).not.toContainText('Taken by');
  connect();
  await expect(line(other)).toContainText('Taken by Ada Desk');
  await page.goto('about:blank');
  await expect(line(other)).not.toContainText('Taken by');
});

test('a member is opened, noted about, warned and suspended, and reads why on a page that was open', async ({
  page,
  site,
  open,
  axe,
  allow,
}) => {
  allow(/status of 400/);
  const member = await site.member({ displayName: 'Sam Loud' });
  await site.signIn(page, await site.member({ admin: true }));
  const theirs = await open(member, { viewport: { width: 360, height: 740 } });
  await theirs.goto('/forum');
  await page.goto(`/admin/users/${member.profileId}`);
  await expect(page.getByText(member.email)).toBeVisible();
  await axe(page);
  await page.getByLabel('Note', { exact: true }).fill('Asked twice to be kinder.');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Note saved');
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Asked twice to be kinder.');
  await page.getByLabel('Amount').fill('2000000');
  await page.getByLabel('Reason of the correction').fill('Lost in a fault');
  await page.getByRole('button', { name: 'Correct' }).click();
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/1,?000,?000/);
  // The sentence below one field moves no other field of its row.
  const top = async (label: string) => (await page.getByLabel(label).boundingBox())!.y;
  expect(await top('Of what')).toBe(await top('Amount'));
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Correct' }).click();
  await expectToast(page, 'Balance corrected', 'The member is notified with the reason.');
  await page.getByLabel('What', { exact: true }).selectOption('Suspend');
  await page.getByLabel('Reason', { exact: true }).fill('Insults after two warnings.');
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expectToast(page, 'Member suspended', 'The member is notified with the reason.');
  await expect(page.getByRole('list', { name: 'Warnings and restrictions' })).toContainText(
    'Insults after two warnings.',
  );
  await expect(theirs.getByText(/suspended/i).first()).toBeVisible();
  await theirs.goto('/notifications');
  await expect(theirs.getByText(/Insults after two warnings\. Until/)).toBeVisible();
  await page.getByRole('button', { name: 'Lift the suspension' }).click();
  await expectToast(page, 'Suspension lifted');
});

test('every tab fits a phone and a wide screen, those for admins too', async ({ site, open, axe }) => {
  test.setTimeout(420_000);
  await reported(site, 'A loop for a small screen');
  await makeGalleryImage(site.ctx, await site.member(), { title: 'Small cover', approved: false });
  await makeItem(site.ctx, 'self_promotion_post', await site.member(), { title: 'Small tape' });
  const member = await site.member();
  const page = await open(await site.member({ admin: true }), { viewport: phone, hasTouch: true });
  const tabs = page.getByRole('navigation', { name: 'Admin panel' });
  await page.goto('/admin/queue');
  // As the panel offers them: a new tab is here without a line of its own.
  const addresses = await tabs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  expect(addresses).toEqual(expect.arrayContaining(['/admin/storage', '/admin/jobs', '/admin/site-settings']));
  const wide = { width: 1440, height: 900 };
  for (const address of [...addresses, `/admin/users/${member.profileId}`]) {
    // From tab to tab without a new document: that the rules of axe are read once is half of what this costs.
    const tab = tabs.locator(`a[href="${address}"]`);
    await ((await tab.count()) === 0 ? page.goto(address) : tab.click());
    await expect(page).toHaveURL(address);
    await expect(tabs.locator('[aria-current]')).toBeInViewport();
    await expect(page.getByRole('main').getByLabel(/^Loading/)).toHaveCount(0);
    for (const size of [phone, wide]) {
      await page.setViewportSize(size);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over, `${address}: pixels over the edge at ${size.width}`).toBeLessThanOrEqual(0);
      // What scrolls sideways does so on the phone. The frame of a wide screen is the same around every tab.
      if (size === phone || address === addresses[0])
        await test.step(`${address}, ${size.width} pixels wide`, () => axe(page));
      // A row that scrolls is as wide as what it offers, or nearly the screen: not squeezed in beside something else.
      const squeezed = await page
        .locator('main .chip-row')
        .evaluateAll((rows) =>
          rows
            .map((row) => [row.clientWidth, Math.min(row.scrollWidth, innerWidth * 0.45)])
            .filter(([has, needs]) => has! < needs!),
        );
      expect(squeezed, `${address}: rows of chips without room at ${size.width}`).toEqual([]);
    }
    await page.setViewportSize(phone);
  }
});
