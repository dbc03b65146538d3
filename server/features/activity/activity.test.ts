import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/database.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { activityFeature } from './feature.ts';
import { recordFriendship } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const feed = () =>
  world.ctx.db.rows<{ user_id: string; friend: string }>(
    sql`SELECT user_id, metadata->>'friend_username' AS friend FROM activity_feed ORDER BY user_id`,
  );

it('a friendship is an activity of both, once, and none when it ends or one of them leaves', async () => {
  const [mina, olu] = [await world.member(), await world.member()];
  const emit = (kind: 'asked' | 'accepted' | 'ended') =>
    world.ctx.db.tx((tx) =>
      recordFriendship(tx, { kind, by: mina.profileId, other: olu.profileId, at: world.ctx.clock.now() }),
    );
  await emit('asked');
  expect(await feed()).toEqual([]);
  await emit('accepted');
  await emit('accepted');
  expect((await feed()).map((row) => row.friend).toSorted()).toEqual([mina.username, olu.username].toSorted());
  const exported = await activityFeature.personal!.exportOf(world.ctx, mina.profileId);
  expect(exported['activity']).toMatchObject([{ activity_type: 'friendship', target_id: olu.profileId }]);
  await emit('ended');
  expect(await feed()).toEqual([]);
  await emit('accepted');
  await world.ctx.db.tx((tx) => activityFeature.personal!.erase(world.ctx, tx, olu.profileId));
  expect(await feed()).toEqual([]);
});
