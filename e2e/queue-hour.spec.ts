import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { addCause } from '#content/moderation/server/queue/queue-store.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { emptyQueue } from './empty-queue.ts';
import { hydrated } from './hydrated.ts';
import { type TestSite, expect, test } from './world.ts';

/** Puts something into the queue by a report. */
const report = ({ ctx }: TestSite, kind: string, id: string, author: FixtureMember, note = '') =>
  ctx.db.tx((tx) =>
    addCause(
      ctx,
      tx,
      { kind, id, authorId: author.profileId },
      { by: 'report', reporterId: newId(ctx.clock.now()), reason: 'spam', note },
    ),
  );
const openItems = async ({ ctx }: TestSite): Promise<number> =>
  (await ctx.db.rows(sql`SELECT id FROM queue_items WHERE state = 'open'`)).length;

test('thirty mixed items are decided by the keyboard alone', async ({ page, site, axe }) => {
  test.setTimeout(300_000);
  await emptyQueue(site);
  for (let at = 0; at < 10; at++) {
    const [author, other] = [await site.member(), await site.member()];
    const post = await makePost(site.ctx, author, { content: `Loop of the day ${at}` });
    await report(site, 'forum_post', post, author, 'Look');
    const reply = await makeReply(site.ctx, other, post, { content: `An answer to it, number ${at}` });
    await report(site, 'post_reply', reply, other);
    if (at < 5) await makePost(site.ctx, author, { content: `Call me ${at}: +49 170 5550123` });
    else if (at < 8) await makeGalleryImage(site.ctx, author, { title: `Cover ${at}`, approved: false });
    else await report(site, 'profile', author.profileId, author);
  }
  expect(await openItems(site)).toBe(30);
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/queue');
  await hydrated(page);
  const lines = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await expect(lines).toHaveCount(30);
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  const pane = page.locator('.staff-queue-pane');
  await press('j');
  await expect(pane.getByRole('button', { name: 'Keep' })).toBeVisible();
  await axe(page);
  for (let left = 30; left > 10; left--) {
    const title = await pane.getByRole('heading', { level: 2 }).innerText();
    const isRemoved = /^(Reply in|Call me)/.test(title);
    if (isRemoved) {
      await press('r');
      const question = page.getByRole('alertdialog');
      await question.getByLabel('Template or rule').focus();
      // The fourth rule of the site: no spam.
      for (let down = 0; down < 4; down++) await press('ArrowDown');
      await expect(question.getByLabel('Reason')).toHaveValue(/spam/i);
      await press('Control+Enter');
      await expect(question).toBeHidden();
    } else await press('a');
    await expect(lines).toHaveCount(left - 1);
    await expect(pane.getByRole('button', { name: /^(Keep|Approve)$/ })).toBeVisible();
  }
  // The rest is alike: one decision.
  await press('X');
  await expect(page.getByRole('region', { name: '10 selected' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Keep or approve 10' })).toBeVisible();
  await axe(page);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/many.png` });
  await press('a');
  await expect(page.getByRole('dialog', { name: '10 items kept or approved' })).toBeVisible();
  await expect(lines).toHaveCount(0);
  expect(await openItems(site)).toBe(0);
  const toast = await page.getByRole('dialog', { name: '10 items kept or approved' }).boundingBox();
  const beside = (await pane.boundingBox())!;
  expect(toast!.x + toast!.width).toBeLessThanOrEqual(beside.x);
  // Undone as one, by the button of the toast.
  await page.getByRole('dialog', { name: '10 items kept or approved' }).getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toHaveCount(10);
  test.info().annotations.push({ type: 'keys', description: String(keys) });
  expect(keys).toBeLessThan(120);
  await emptyQueue(site);
});

test('a wave of spam from eight accounts is gone with three keys, and is there again with one', async ({
  page,
  site,
  axe,
}) => {
  await emptyQueue(site);
  const posts: string[] = [];
  for (let at = 0; at < 8; at++) {
    const author = await site.member({ displayName: `Wave ${at}` });
    const post = await makePost(site.ctx, author, { content: `Cheap followers, offer ${at}` });
    posts.push(post, await makePost(site.ctx, author, { content: `Cheaper followers, offer ${at}` }));
    await report(site, 'forum_post', post, author);
  }
  const published = async (): Promise<number> => {
    await site.settle();
    return (
      await site.ctx.db.rows(sql`SELECT id FROM forum_posts WHERE id = ANY(${posts}::uuid[]) AND state = 'published'`)
    ).length;
  };
  await site.signIn(page, await site.member({ moderator: true }));
  await page.goto('/admin/queue');
  await hydrated(page);
  const lines = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await expect(lines).toHaveCount(8);
  await page.keyboard.press('X');
  await expect(page.getByRole('button', { name: 'These 8 are spammers' })).toBeVisible();
  await page.keyboard.press('s');
  const question = page.getByRole('alertdialog', { name: 'Are these 8 accounts spammers?' });
  await expect(question.getByLabel('Reason')).toHaveValue('Advertising.');
  await axe(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: '8 accounts suspended' })).toBeVisible();
  await expect(lines).toHaveCount(0);
  expect(await published()).toBe(0);
  await page.keyboard.press('z');
  await expect(page.getByRole('dialog', { name: 'Decision taken back' })).toBeVisible();
  await expect(lines).toHaveCount(8);
  expect(await published()).toBe(16);
  await emptyQueue(site);
});

for (const width of [1440, 768, 360])
  test(`an author is asked for a change, makes it, and staff look at it, ${width} pixels wide`, async ({
    page,
    site,
    axe,
  }) => {
    await page.setViewportSize({ width, height: width === 1440 ? 900 : 780 });
    await emptyQueue(site);
    const author = await site.member({ displayName: 'Ivy Tape' });
    const postId = await makePost(site.ctx, author, { content: `Our rehearsal, with the address ${width}` });
    await report(site, 'forum_post', postId, author);
    const next = await makePost(site.ctx, author, { content: `The next one ${width}` });
    await report(site, 'forum_post', next, author);
    await site.signIn(page, await site.member({ moderator: true }));
    await page.goto('/admin/queue');
    await hydrated(page);
    const views = page.getByRole('group', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'Reports (2)' })).toBeVisible();
    await page.keyboard.press('j');
    const pane = page.locator('.staff-queue-pane');
    await pane.getByRole('button', { name: 'Ask for a change' }).click();
    const question = page.getByRole('alertdialog', { name: 'Ask its author to change it?' });
    await question.getByLabel('Reason').fill('Please leave the street out.');
    await axe(page);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/ask-${width}.png` });
    await page.keyboard.press('Control+Enter');
    const toast = page.getByRole('dialog', { name: 'The author was asked' });
    await expect(toast).toBeVisible();
    await expect(page.getByText('Waits for its author')).toBeVisible();
    await expect(pane.getByRole('heading', { level: 2, name: `The next one ${width}` })).toBeVisible();
    // What decides is never below a toast.
    const [over, buttons] = [await toast.boundingBox(), await pane.locator('.staff-decide').boundingBox()];
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/asked-${width}.png` });
    const isAside = over!.x >= buttons!.x + buttons!.width || over!.x + over!.width <= buttons!.x;
    const isAboveOrBelow = over!.y >= buttons!.y + buttons!.height || over!.y + over!.height <= buttons!.y;
    expect(isAside || isAboveOrBelow).toBe(true);
    // A page of staff that stays open would ask with the author's session.
    await page.goto('about:blank');
    await site.signIn(page, author);
    await page.goto('/notifications');
    await page
      .getByRole('link', { name: /Staff ask you to change/ })
      .first()
      .click();
    await expect(page.getByText(/staff have asked for a change/)).toBeVisible();
    await hydrated(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: /^Edit the post/ }).fill(`Our rehearsal ${width}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Our rehearsal ${width}` })).toBeVisible();
    await site.signIn(page, await site.member({ moderator: true }));
    await page.goto('/admin/queue');
    await hydrated(page);
    await expect(page.getByText('Changed by its author')).toBeVisible();
    await page.keyboard.press('j');
    await expect(pane.getByRole('button', { name: 'Keep' })).toBeVisible();
    await page.keyboard.press('j');
    await pane.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('dialog', { name: 'Approved' })).toBeVisible();
    await page.goto(`/forum/${postId}`);
    await expect(page.getByText(/staff have asked/)).toHaveCount(0);
    await emptyQueue(site);
  });
