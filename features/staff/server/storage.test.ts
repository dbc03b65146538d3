import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeGalleryImage } from '#features/gallery/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { measureStorageJob } from './jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-10T09:00:00Z'), environment: { SESSION_DAYS: '365' } });
});
afterAll(() => world.close());

it('the storage has files by kind, what goes by itself, the largest members and its growth, as a job measured them', async () => {
  const admin = await world.member({ admin: true });
  const read = () => world.ok('GET /staff/storage', {}, admin);
  expect(await read()).toMatchObject({ measured: null, days: [], members: [], isBucket: false, backup: null });
  const [large, small] = [await world.member(), await world.member()];
  for (const [owner, count] of [
    [large, 3],
    [small, 1],
  ] as const)
    for (let index = 0; index < count; index++) await makeGalleryImage(world.ctx, owner);
  const content = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#e05030' } })
    .png()
    .toBuffer();
  const staged = await makeFile(world.ctx, small, content, { purpose: 'gallery' });
  await world.settle();
  await world.ctx.db.rows(sql`
    UPDATE files SET processing = 'failed' WHERE id = (SELECT id FROM files WHERE owner_id = ${large.profileId} AND state = 'claimed' LIMIT 1)`);
  const [owned] = await world.ctx.db.rows<{ bytes: number; files: number }>(
    sql`SELECT sum(bytes)::float8 AS bytes, count(*)::int AS files FROM files WHERE owner_id = ${large.profileId}`,
  );

  // Nothing is measured by a request.
  expect((await read()).measured).toBeNull();
  await world.ok('POST /staff/storage/measure', {}, admin);
  await world.settle();
  const { measured, members, days, disk } = await read();
  expect(measured!.originals).toMatchObject([{ name: 'image', files: 4 }]);
  expect(measured!.derived[0]!.bytes).toBeGreaterThan(0);
  expect(measured!.database).toBeGreaterThan(1_000_000);
  expect(measured!.reclaimable).toContainEqual({ name: 'staged', bytes: content.length, files: 1 });
  expect(measured!.reclaimable.find((item) => item.name === 'failed')).toMatchObject({ files: 1 });
  expect(members.map((member) => member.id)).toEqual([large.profileId, small.profileId]);
  expect(members[0]).toMatchObject({ ...owned!, person: { id: large.profileId } });
  expect(disk!.total).toBeGreaterThan(0);
  expect(days).toHaveLength(1);

  await world.ctx.db.rows(sql`UPDATE files SET state = 'removed', removed_at = now() WHERE id = ${staged}`);
  world.clock!.advance(86_400_000);
  await measureStorageJob.run(world.ctx, {});
  await measureStorageJob.run(world.ctx, {});
  const next = await read();
  expect(next.days.map((day) => day.day)).toEqual(['2026-03-10', '2026-03-11']);
  expect(next.measured!.reclaimable.map((item) => item.name)).toContain('removed');
  const moderator = await world.member({ moderator: true });
  await world.refused('GET /staff/storage', {}, moderator, 'forbidden');
  await world.refused('POST /staff/storage/measure', {}, moderator, 'forbidden');
});
