import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ForumOrder, forum as limits } from '#features/forum/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { addCategory } from '#features/forum/server/categories/categories.ts';
import { makePost, makeReply } from '#features/forum/server/fixtures.ts';

let world: World;
let author: FixtureMember;
let reader: FixtureMember;
let category: string;
const day = (count: number) => new Date(Date.UTC(2026, 4, count, 12));
beforeAll(async () => {
  world = await openWorld({ clock: day(20) });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock!.set(day(1));
  [author, reader] = [await world.member(), await world.member()];
  const name = `Room ${randomUUID().slice(0, 8)}`;
  category = (await addCategory(world.ctx, null, { name, description: '', sortOrder: 1 })).id;
});

/** A post of a day. */
const post = (at: number, by = author) => {
  world.clock!.set(day(at));
  return makePost(world.ctx, by, { category });
};
const reply = (at: number, postId: string, by = author) => {
  world.clock!.set(day(at));
  return makeReply(world.ctx, by, postId);
};
const page = (order: ForumOrder | 'remembered' | undefined, after: string | null = null, as = reader) =>
  world.ok('GET /forum/posts', { query: { category, ...(order && { order }), ...(after !== null && { after }) } }, as);
const ids = async (...asked: Parameters<typeof page>) => (await page(...asked)).items.map(({ id }) => id);
const read = (postId: string) => world.ok('PUT /forum/posts/:postId/read', { params: { postId } }, reader);

describe('the list of posts', () => {
  it('stands pinned first, then newest, unless another order is asked for', async () => {
    const [old, middle, young] = [await post(1), await post(2), await post(3)];
    await reply(4, old);
    await world.ctx.db.rows(sql`UPDATE forum_posts SET is_pinned = true WHERE id = ${middle}`);
    expect(await ids(undefined)).toEqual([middle, young, old]);
    expect(await ids('newest')).toEqual([middle, young, old]);
    expect(await ids('active')).toEqual([old, young, middle]);
  });

  it.each(['newest', 'active'] as const)(
    '%s has a held post at its place for its author, on any page',
    async (order) => {
      const first = await post(1);
      // Three pages, each with a held post in its midst, and one that is the oldest of all.
      await world.ctx.db.rows(sql`
      INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_id, submit_id, created_at, last_reply_at)
      SELECT gen_random_uuid(), title, content, html, preview, summary, renderer, author_id,
        CASE WHEN n % 15 = 0 THEN 'held' ELSE state END, fingerprint, category_id, gen_random_uuid(),
        created_at - n * interval '1 hour', CASE WHEN n % 7 = 0 THEN created_at - n * interval '1 hour' + interval '20 minutes' END
      FROM forum_posts, generate_series(1, 45) n WHERE id = ${first}`);
      for (const [as, state] of [
        [author, sql`true`],
        [reader, sql`state = 'published'`],
      ] as const) {
        const expected = await world.ctx.db.rows<{ id: string }>(sql`
        SELECT id FROM forum_posts WHERE category_id = ${category} AND ${state} ORDER BY created_at DESC, id DESC`);
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const one: Awaited<ReturnType<typeof page>> = await page(order, after, as);
          seen.push(...one.items.map(({ id }) => id));
          after = one.next;
        } while (after !== null);
        expect(seen).toEqual(expected.map(({ id }) => id));
      }
    },
  );

  it('in the order of activity is paged by key: every post once', async () => {
    const first = await post(1);
    await reply(2, first);
    // As many as three pages, two of each timestamp; every third has been answered since.
    const copies = await world.ctx.db.rows<{ id: string }>(sql`
      INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_id, submit_id, created_at, last_reply_at, reply_count)
      SELECT gen_random_uuid(), title, content, html, preview, summary, renderer, author_id, state, fingerprint, category_id, gen_random_uuid(),
        created_at - n / 2 * interval '1 second', CASE WHEN n % 3 = 0 THEN created_at + n * interval '1 minute' END, 1
      FROM forum_posts, generate_series(1, 45) n WHERE id = ${first} RETURNING id`);
    const expected = await world.ctx.db.rows<{ id: string }>(sql`
      SELECT id FROM forum_posts WHERE category_id = ${category} ORDER BY coalesce(last_reply_at, created_at) DESC, id DESC`);
    for (const order of ['active', 'unread'] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const one: Awaited<ReturnType<typeof page>> = await page(order, after);
        expect(one.order).toBe(order);
        seen.push(...one.items.map(({ id }) => id));
        after = one.next;
      } while (after !== null);
      expect(seen).toEqual(expected.map(({ id }) => id));
    }
    expect(expected).toHaveLength(copies.length + 1);
    await world.refused('GET /forum/posts', { query: { category, order: 'active', after: 'x' } }, null, 'invalid');
  });

  it('of what is unread has what was never opened, and what was answered since', async () => {
    const [opened, answered, never] = [await post(1), await post(2), await post(3)];
    const own = await post(3, reader);
    await read(opened);
    await read(answered);
    expect(await ids('unread')).toEqual([never]);
    await reply(4, answered);
    expect(await ids('unread')).toEqual([answered, never]);
    await reply(5, own);
    expect(await ids('unread')).toEqual([own, answered, never]);
    await read(answered);
    await read(own);
    expect(await ids('unread')).toEqual([never]);
    await world.ctx.db.rows(
      sql`UPDATE forum_posts SET created_at = created_at - ${limits.unreadDays} * interval '1 day' WHERE category_id = ${category}`,
    );
    expect(await ids('unread')).toEqual([]);
    await world.refused('GET /forum/posts', { query: { category, order: 'unread' } }, null, 'sign_in_required');
  });

  it('is remembered in the order that a member chose last, and for them alone', async () => {
    const old = await post(1);
    const young = await post(2);
    await reply(3, old, reader);
    expect((await page('remembered')).order).toBe('newest');
    await world.ok('PUT /forum/order', { body: { order: 'active' } }, reader);
    const remembered = await page('remembered');
    expect(remembered.order).toBe('active');
    expect(remembered.items.map(({ id }) => id)).toEqual([old, young]);
    expect(await ids(undefined)).toEqual([young, old]);
    expect((await page('remembered', null, author)).order).toBe('newest');
    const visitor = await world.ok('GET /forum/posts', { query: { category, order: 'remembered' } });
    expect(visitor.order).toBe('newest');
    await world.ok('PUT /forum/order', { body: { order: 'newest' } }, reader);
    expect((await page('remembered')).order).toBe('newest');
  });
});
