import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RelationChange, relationAccepted, relationAsked, relationEnded } from '#people/friends/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import type { EventType } from '#platform/server/events/event.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { activityFeature } from './feature.ts';

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
  const after = (event: EventType<RelationChange>) =>
    world.ctx.db.tx((tx) =>
      emit(world.ctx, tx, event, { by: mina.profileId, other: olu.profileId, at: world.ctx.clock.now() }),
    );
  await after(relationAsked);
  expect(await feed()).toEqual([]);
  await after(relationAccepted);
  await after(relationAccepted);
  expect((await feed()).map((row) => row.friend).toSorted()).toEqual([mina.username, olu.username].toSorted());
  const exported = await activityFeature.personal!.exportOf(world.ctx, mina.profileId);
  expect(exported['activity']).toMatchObject([{ activity_type: 'friendship', target_id: olu.profileId }]);
  await after(relationEnded);
  expect(await feed()).toEqual([]);
  await after(relationAccepted);
  await world.ctx.db.tx((tx) => activityFeature.personal!.erase(world.ctx, tx, olu.profileId));
  expect(await feed()).toEqual([]);
});
