import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePost, makeReply } from '#server/features/forum/fixtures.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { countStatistics } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('the community', () => {
  it('counts what readers may see', async () => {
    const [author, reader] = [await world.member(), await world.member()];
    const post = await makePost(world.ctx, author);
    await makeReply(world.ctx, reader, post);
    await makePost(world.ctx, reader, { content: 'Held: call +49 170 5550123' });
    await countStatistics(world.ctx.db, new Date());
    const counted = await world.ok('GET /community/statistics');
    expect(counted).toMatchObject({ members: 2, posts: 1, replies: 1 });
    expect(counted.xp).toBeGreaterThanOrEqual(25);
  });

  it('shows the latest twelve members, newest first', async () => {
    const made = [];
    for (let at = 0; at < 13; at++) made.push(await world.member({ createdAt: new Date(Date.now() + at * 1000) }));
    const { items } = await world.ok('GET /community/newest-members');
    expect(items).toHaveLength(12);
    expect(items[0]!.username).toBe(made.at(-1)!.username);
  });
});
