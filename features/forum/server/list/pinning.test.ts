import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { followPinRightJob } from './pinning.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('pinning', () => {
  it('of an own post needs the right to it, and holds for one post at a time', async () => {
    const author = await world.member({ createdAt: new Date('2020-01-01') });
    const [one, two] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const pin = (postId: string) => ({ params: { postId }, body: { on: true } });
    await world.refused('PUT /forum/posts/:postId/pin', pin(one), author, 'pin_not_allowed');
    await world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, author.profileId, 'pin_own_post', 'test', null));
    await world.ok('PUT /forum/posts/:postId/pin', pin(one), author);
    await world.ok('PUT /forum/posts/:postId/pin', pin(two), author);
    // What staff have pinned of theirs stays.
    const three = await makePost(world.ctx, author);
    await world.ok('PUT /forum/posts/:postId/pin', pin(three), await world.member({ moderator: true }));
    await world.ok('PUT /forum/posts/:postId/pin', pin(one), author);
    await world.ok('PUT /forum/posts/:postId/pin', pin(two), author);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId: three } })).isPinned).toBe(true);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId: one } })).isPinned).toBe(false);
    expect((await world.ok('GET /forum/posts/:postId', { params: { postId: two } })).isPinned).toBe(true);
    await world.refused('PUT /forum/posts/:postId/pin', pin(two), await world.member(), 'forbidden');
  });

  it('ends with the right to it, also by the time; what staff have pinned stays', async () => {
    const [author, staff] = [await world.member(), await world.member({ moderator: true })];
    const [own, chosen] = [await makePost(world.ctx, author), await makePost(world.ctx, author)];
    const pin = (postId: string, by = author, on = true) =>
      world.ok('PUT /forum/posts/:postId/pin', { params: { postId }, body: { on } }, by);
    const read = (postId: string) => world.ok('GET /forum/posts/:postId', { params: { postId } }, author);
    const give = (until: Date | null) =>
      world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, author.profileId, 'vip', 'test', until));
    const take = () => world.ctx.db.tx((tx) => revokeEntitlement(world.ctx, tx, author.profileId, 'vip', 'test'));
    expect((await read(own)).can).toMatchObject({ pin: false, pinLocked: true });
    await give(null);
    expect((await read(own)).can).toMatchObject({ pin: true, pinLocked: false });
    await pin(own);
    await pin(chosen, staff);
    await take();
    await world.settle();
    expect([(await read(own)).isPinned, (await read(chosen)).isPinned]).toEqual([false, true]);

    // A grant that has ended by itself: its job runs at that time.
    const until = new Date(world.ctx.clock.now().getTime() - 1000);
    await give(null);
    await pin(own);
    await give(until);
    await followPinRightJob.run(world.ctx, { profileId: author.profileId, endsAt: until.toISOString() });
    expect((await read(own)).isPinned).toBe(false);
  });

  it('can be taken back by its author once the right has ended', async () => {
    const author = await world.member();
    const id = await makePost(world.ctx, author);
    await world.ctx.db.rows(sql`UPDATE forum_posts SET is_pinned = true WHERE id = ${id}`);
    const at = { params: { postId: id } };
    expect((await world.ok('GET /forum/posts/:postId', at, author)).can).toMatchObject({ pin: true, pinLocked: false });
    await world.ok('PUT /forum/posts/:postId/pin', { ...at, body: { on: false } }, author);
    await world.refused('PUT /forum/posts/:postId/pin', { ...at, body: { on: true } }, author, 'pin_not_allowed');
  });
});
