import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUpload } from '#server/features/feed/fixtures.ts';
import { makePost } from '#server/features/forum/fixtures.ts';
import { makeGalleryImage } from '#server/features/gallery/fixtures.ts';
import { correct } from '#server/features/ledger/actions.ts';
import { sql } from '#server/platform/db/database.ts';
import { migrationsFolder } from '#server/platform/db/migrate.ts';
import { type World, openWorld } from '#server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Runs the migration as a start does: one text in a transaction. */
async function migrateAgain(): Promise<void> {
  const text = readFileSync(path.join(migrationsFolder(world.ctx.config), '0015_activity_before.sql'), 'utf8');
  const client = await world.ctx.db.pool.connect();
  try {
    await client.query('BEGIN');
    // The state's name at that time.
    await client.query(`UPDATE gallery_images SET state = 'approved' WHERE state = 'published'`);
    await client.query(text);
    await client.query(`UPDATE gallery_images SET state = 'published' WHERE state = 'approved'`);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

interface Line extends Record<'id' | 'user_id' | 'activity_type' | 'target_type' | 'target_id' | 'content', string> {
  readonly metadata: unknown;
  readonly at: Date;
}
const feed = () =>
  world.ctx.db.rows<Line>(sql`
    SELECT id, user_id, activity_type, target_type, target_id, content, metadata, created_at AS at FROM activity_feed
    ORDER BY user_id, activity_type, target_id`);
/** Ids are new. Timestamps are those of the contents: the same to a few seconds. */
const withoutIds = (rows: Awaited<ReturnType<typeof feed>>) =>
  rows.map(({ id: _id, at, ...row }) => ({ ...row, isOfNow: Math.abs(at.getTime() - Date.now()) < 60_000 }));

it('what members did before their activity was written down is in it after the migration, once', async () => {
  const { ctx } = world;
  const [mina, olu, other] = [
    await world.member(),
    await world.member({ displayName: 'Olu "Beats"' }),
    await world.member(),
  ];
  await world.ok('POST /friends', { body: { profileId: olu.profileId } }, mina);
  await world.ok('POST /friends', { body: { profileId: mina.profileId } }, olu);
  const post = await makePost(ctx, mina, { content: 'A first title\n\nText' });
  await makePost(ctx, mina, { content: 'Held: call me at +49 170 1234567 please' });
  await makeUpload(ctx, mina, { content: 'A fresh loop' });
  await makeGalleryImage(ctx, olu, { title: 'A cover' });
  const pay = (xp: number, cause: string) =>
    ctx.db.tx((tx) => correct(ctx, tx, mina.profileId, { xp, credits: 0 }, cause));
  for (const [xp, cause] of [
    [120, 'up'],
    [-100, 'down'],
    [100, 'up again'],
    [1500, 'past a step'],
  ] as const)
    await pay(xp, cause);
  // Asked, and no more: nothing that anybody did.
  await world.ok('POST /friends', { body: { profileId: olu.profileId } }, other);

  const before = await feed();
  expect(before.map((row) => row.target_type).toSorted()).toEqual(
    ['forum_post', 'gallery_image', 'profile', 'profile', 'rank', 'rank', 'upload'].toSorted(),
  );
  await ctx.db.rows(sql`DELETE FROM activity_feed WHERE target_id <> ${post}`);
  await migrateAgain();
  const after = await feed();
  expect(withoutIds(after)).toEqual(withoutIds(before));
  // What was there stays as it is, and the rest has ids of its time.
  expect(after.find((row) => row.target_id === post)).toEqual(before.find((row) => row.target_id === post));
  for (const { id, at } of after)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBeCloseTo(at.getTime(), -2);
  await migrateAgain();
  expect(await feed()).toEqual(after);
  // An endpoint that records the same again finds it.
  await pay(-1500, 'far down');
  await pay(1500, 'and back');
  expect((await feed()).filter((row) => row.target_type === 'rank')).toHaveLength(2);
});
