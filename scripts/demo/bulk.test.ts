import { afterAll, beforeAll, expect, test } from 'vitest';
import { rankForXp } from '#people/ledger/contract/ranks.ts';
import { wrongBalances, wrongPeriods } from '#people/ledger/server/store.ts';
import { contentFingerprint } from '#content/moderation/server/rules/duplicates.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { bulkLoad } from './bulk.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await bulkLoad(world.ctx, { posts: 60, repliesPerPost: 3, now: new Date('2026-04-01T00:00:00Z') });
});
afterAll(() => world.close());

test('bulk posts are read through the endpoints like any others', async () => {
  const { items } = await world.ok('GET /forum/posts', { query: {} });
  expect(items).toHaveLength(20);
  const page = await world.ok('GET /forum/posts/:postId/replies', { params: { postId: items[0]!.id }, query: {} });
  expect(page.items).toHaveLength(3);
  expect(page.items.at(-1)!.createdAt).toBe(items[0]!.lastReplyAt);
  const profile = await world.ok('GET /profiles/:username/page', { params: { username: items[0]!.author.username } });
  expect(profile.postCount).toBeGreaterThan(0);
});

test('bulk members stand on the boards with what their ledger says', async () => {
  const at = new Date('2026-04-01T00:00:00Z');
  expect(await wrongBalances(world.ctx.db, '00000000-0000-0000-0000-000000000000', 1000)).toEqual({
    wrong: [],
    last: null,
  });
  expect(await wrongPeriods(world.ctx.db, at)).toEqual([]);
  const { items } = await world.ok('GET /leaderboards', { query: {} });
  expect(items).toHaveLength(20);
  for (const { member, xp } of items) expect(member.rank.key).toBe(rankForXp(xp));
});

test('their counts and fingerprints are those of posts made through the endpoint', async () => {
  const posts = await world.ctx.db.rows<{
    content: string;
    fingerprint: string;
    reply_count: number;
    replies: number;
  }>(sql`
    SELECT t.content, t.fingerprint, t.reply_count, count(r.id)::int AS replies
    FROM forum_posts t LEFT JOIN post_replies r ON r.post_id = t.id GROUP BY t.id`);
  expect(posts).toHaveLength(60);
  for (const post of posts) {
    expect(post).toMatchObject({ reply_count: 3, replies: 3 });
    expect(post.fingerprint).toBe(contentFingerprint(post.content));
  }
  const wrong = await world.ctx.db.rows(sql`
    SELECT p.id FROM profiles p WHERE p.post_count <> (SELECT count(*) FROM forum_posts t WHERE t.author_id = p.id)`);
  expect(wrong).toEqual([]);
});
