import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { openItemOf } from '#content/moderation/server/fixtures.ts';
import { makeItem } from '#features/sharing/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let moderator: FixtureMember;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.member({ moderator: true });
});
afterAll(() => world.close());

describe('the numbers on the tabs of the admin panel', () => {
  it('count what waits for approval, and the posts of the forum that wait for a decision', async () => {
    const author = await world.member();
    expect(await world.ok('GET /staff/counts', {}, moderator)).toMatchObject({ pendingPosts: 0, pendingImages: 0 });
    const [promotion] = [
      await makeItem(world.ctx, 'self_promotion_post', author),
      await makeItem(world.ctx, 'self_promotion_post', author),
      await makeItem(world.ctx, 'song', author),
      await makeGalleryImage(world.ctx, author, { approved: false }),
      await makeGalleryImage(world.ctx, author),
    ];
    const postId = await makePost(world.ctx, author);
    await makePost(world.ctx, author);
    await makePost(world.ctx, await world.member(), { content: 'Call +49 170 5550123' });
    await world.ok('POST /reports', { body: { kind: 'forum_post', id: postId, reason: 'spam' } }, moderator);
    const before = { pendingPosts: 2, pendingImages: 1, forumPosts: 2 };
    expect(await world.ok('GET /staff/counts', {}, moderator)).toMatchObject(before);
    const params = await openItemOf(world.ctx, promotion);
    await world.ok('POST /staff/queue/:itemId/decide', { params, body: { decision: 'approve' } }, moderator);
    await world.ok('DELETE /forum/posts/:postId', { params: { postId }, body: { reason: '' } }, moderator);
    const after = { pendingPosts: 1, pendingImages: 1, forumPosts: 1 };
    expect(await world.ok('GET /staff/counts', {}, moderator)).toMatchObject(after);
  });
});
