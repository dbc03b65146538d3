import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('the notice of a held post asks its author to wait, and says to staff what they can do', async () => {
  const [author, staff] = [await world.member(), await world.member({ moderator: true })];
  const body = { content: `Call me at +49 170 1234567 ${randomUUID()}`, submitId: randomUUID() };
  const { id: postId, visibility } = await world.ok('POST /forum/posts', { body }, author);
  expect(visibility).toBe('held');
  const read = async (as: typeof author) =>
    (await world.ok('GET /forum/posts/:postId', { params: { postId } }, as)).notice;
  expect(await read(author)).toBe(
    'This is waiting for staff review: it seems to contain private information (phone number). Only you and staff can see it. You will get a notification.',
  );
  expect(await read(staff)).toBe(
    'Held for review: it seems to contain private information (phone number). Only its author and staff can see it. Decide about it in the moderation queue.',
  );
});
