import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { weighPage } from '#scripts/page-weight.ts';
import { expect, test } from './world.ts';

const budgets = JSON.parse(readFileSync(path.join(import.meta.dirname, '../bench/budgets.json'), 'utf8')) as {
  page: { bytes: number; requests: number };
};
/** What every page starts with. */
const frame = ['entry-client', 'framework', 'icons', 'rolldown-runtime'];

test('a post that the browser has never seen stays within the budget, and loads nothing ahead', async ({
  open,
  site,
}) => {
  const author = await site.member();
  const id = await makePost(site.ctx, author);
  for (let count = 0; count < 5; count++) await makeReply(site.ctx, author, id);
  const scripts = [...frame, 'forum', 'forum.post._postId', 'shared', 'thread'].toSorted();
  for (const reader of [null, await site.member()]) {
    const weight = await weighPage(await open(reader), `/forum/post/${id}`);
    expect(weight.bytes, JSON.stringify(weight)).toBeLessThan(budgets.page.bytes);
    expect(weight.requests, JSON.stringify(weight)).toBeLessThanOrEqual(budgets.page.requests);
    expect(weight.scripts).toEqual(scripts);
  }
});

test('a page loads no script of another page', async ({ open, site }) => {
  test.setTimeout(180_000);
  const member = await site.member();
  const own = {
    '/': ['routes', 'shared'],
    '/forum': ['forum', 'forum-lists', 'forum.index', 'shared'],
    '/forum/bookmarks': ['forum', 'forum-lists', 'forum.bookmarks', 'shared'],
    [`/profile/${member.username}`]: ['profile._username', 'shared'],
    '/community': ['community', 'people', 'shared'],
    '/members': ['members', 'people', 'shared'],
    '/leaderboards': ['leaderboards', 'shared'],
    '/ranks': ['ranks', 'ranks.index', 'shared'],
    '/ranks/statement': ['ranks.statement', 'shared'],
    '/settings': ['account', 'checkbox', 'settings'],
  };
  for (const [address, scripts] of Object.entries(own)) {
    const weight = await weighPage(await open(member), address);
    expect(weight.scripts, address).toEqual([...frame, ...scripts].toSorted());
    expect(weight.requests, address).toBeLessThanOrEqual(budgets.page.requests);
  }
});
