import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#server/testing/world.ts';
import { bulkLoad, fingerprintOf } from './bulk.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ work: false });
});
afterAll(() => world.close());

describe('the bulk load', () => {
  it('makes posts and replies that the doors read like any others, with the counts and fingerprints of real ones', async () => {
    await bulkLoad(world.ctx, { posts: 60, now: new Date() });
    const { items } = await world.ok('GET /forum/posts', { query: {} });
    expect(items).toHaveLength(20);
    const page = await world.ok('GET /forum/posts/:postId/replies', { params: { postId: items[0]!.id }, query: {} });
    expect(page.items).toHaveLength(items[0]!.replyCount);
    const { rows } = await world.ctx.db.pool.query<{ title: string; content: string; fingerprint: string }>(
      'SELECT title, content, fingerprint FROM forum_posts ORDER BY created_at DESC LIMIT 1',
    );
    const [row] = rows;
    const [, name = '', number = ''] = /^(.*) · (\d+)$/.exec(row!.title) ?? [];
    expect(row!.fingerprint).toBe(
      fingerprintOf(name, row!.content.split('\n\n').slice(1).join('\n\n'), Number(number)),
    );
  });
});
