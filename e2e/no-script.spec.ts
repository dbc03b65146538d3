import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeUpload } from '#features/feed/server/fixtures.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';
import { makeSound } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { expect, test } from './world.ts';

const noScript = { javaScriptEnabled: false };
/** The browser asks for the page's scripts all the same, and refuses them. */
const refused = /request failed: GET .*\/assets\/.*\.js csp$/;
/** What stands there where no script runs: Playwright looks for no texts in `noscript`. */
const notice = (page: Page) => page.locator('noscript p');

test('without scripts the forum is read to its end, page by page, and a thread too', async ({ open, site, allow }) => {
  allow(refused);
  const author = await site.member();
  const mark = randomUUID().slice(0, 8);
  const first = await makePost(site.ctx, author, { content: `Page by page ${mark}\n\nText.`, category: 'music' });
  // As many as three pages, without the writing of each.
  await site.ctx.db.rows(sql`
    INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_name, submit_id, created_at)
    SELECT gen_random_uuid(), title || ' ' || n, content, html, preview, summary, renderer, author_id, state, fingerprint, category_name, gen_random_uuid(),
      created_at - n * interval '1 second'
    FROM forum_posts, generate_series(1, 45) n WHERE id = ${first}`);
  const page = await open(null, noScript);
  await page.goto('/forum?category=music');
  await expect(notice(page).first()).toContainText('Reading, listening and downloading work without JavaScript.');
  const seen = new Set<string>();
  const titles = page.getByRole('region', { name: 'Posts' }).getByRole('link').filter({ hasText: mark });
  const next = page.getByRole('link', { name: 'Load more' });
  for (let turn = 0; turn < 10; turn++) {
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
    for (const title of await titles.allTextContents()) seen.add(title);
    if ((await next.count()) === 0) break;
    await next.click();
    await expect(page).toHaveURL(/category=music&.*after=|after=.*category=music/);
  }
  expect(seen.size).toBe(46);

  const reply = await makeReply(site.ctx, author, first, { content: 'The first of many' });
  await site.ctx.db.rows(sql`
    INSERT INTO post_replies (id, content, html, excerpt, renderer, post_id, author_id, state, submit_id, created_at)
    SELECT gen_random_uuid(), content, '<p>Number ' || n || '.</p>', excerpt, renderer, post_id, author_id, state, gen_random_uuid(), created_at + n * interval '1 second'
    FROM post_replies, generate_series(1, 60) n WHERE id = ${reply}`);
  await site.ctx.db.rows(sql`UPDATE forum_posts SET reply_count = 61 WHERE id = ${first}`);
  site.ctx.pages.drop();
  await page.goto(`/forum/post/${first}`);
  const replies = page.getByRole('list', { name: 'Replies' });
  for (let turn = 0; turn < 10 && (await replies.getByText('Number 60.', { exact: true }).count()) === 0; turn++) {
    const address = page.url();
    await page.getByRole('link', { name: 'More replies' }).click();
    await expect(page).not.toHaveURL(address);
  }
  await expect(replies.getByText('Number 60.', { exact: true })).toBeVisible();
});

test('without scripts sounds have the browser’s player, and uploads are read to their end', async ({
  open,
  site,
  allow,
}) => {
  allow(refused);
  const author = await site.member({ createdAt: new Date('2020-01-01') });
  const title = `Loop ${randomUUID().slice(0, 8)}`;
  const day = (count: number) => new Date(Date.UTC(2026, 0, count));
  for (let count = 1; count <= 21; count++) await makeUpload(site.ctx, author, { createdAt: day(count) });
  const fileId = await makeSound(site.ctx, author);
  const id = await makeUpload(site.ctx, author, { content: title, fileIds: [fileId] });
  const page = await open(null, noScript);
  await page.goto(`/uploads?author=${author.username}`);
  const cards = page.getByRole('list', { name: 'Uploads' }).getByRole('article');
  const sound = page.locator('audio');
  await expect(sound).toBeVisible();
  await expect(sound).toHaveAccessibleName(title);
  await expect(page.getByRole('button', { name: `Play ${title}` })).toHaveCount(0);
  const address = (await sound.getAttribute('src'))!;
  expect((await page.request.get(address)).status()).toBe(200);
  const before = await cards.count();
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect(page).toHaveURL(new RegExp(`author=${author.username}.*after=`));
  expect(before + (await cards.count())).toBe(22);
  await page.goto(`/uploads/${id}`);
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /\?download$/);
});

test('without scripts the sign-in says what it needs', async ({ open, allow }) => {
  allow(refused);
  const page = await open(null, noScript);
  await page.goto('/auth');
  await expect(notice(page).nth(1)).toContainText('Signing in needs JavaScript.');
  await page.goto('/');
  await expect(notice(page).first()).toBeVisible();
  await expect(notice(page).first()).toContainText('Signing in, writing, liking and searching need it');
});

test('with scripts an address that begins later shows its part of the list, and reads on from there', async ({
  page,
  site,
}) => {
  const author = await site.member();
  const mark = randomUUID().slice(0, 8);
  const first = await makePost(site.ctx, author, { content: `Later ${mark}\n\nText.`, category: 'leaks' });
  await site.ctx.db.rows(sql`
    INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_name, submit_id, created_at)
    SELECT gen_random_uuid(), title || ' ' || n, content, html, preview, summary, renderer, author_id, state, fingerprint, category_name, gen_random_uuid(),
      created_at - n * interval '1 second'
    FROM forum_posts, generate_series(1, 45) n WHERE id = ${first}`);
  const { next } = (await (await page.request.get('/api/v1/forum/posts?category=leaks')).json()) as { next: string };
  await page.goto(`/forum?category=leaks&after=${encodeURIComponent(next)}`);
  const titles = page.getByRole('region', { name: 'Posts' }).getByRole('link').filter({ hasText: mark });
  await expect(titles.filter({ hasText: new RegExp(`${mark}$`) })).toHaveCount(0);
  const chips = page.getByRole('group', { name: 'Categories' });
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await chips.getByRole('link', { name: 'Leaks', exact: true }).click();
  await expect(titles.first()).toHaveText(`Later ${mark}`);
});
