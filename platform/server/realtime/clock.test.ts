import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type Reader, makeTopicReaders } from './topic-readers.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-05-13T10:00:00Z'), work: false });
});
afterAll(() => world.close());

test('live events have the time of the site, and are sent again to who was away for less than that', async () => {
  const { ctx } = world;
  const topic = 'profile:1';
  await ctx.db.tx((tx) => ctx.realtime.publish(tx, topic, 'profile_changed', { id: '1' }));
  const [stored] = await ctx.db.rows<{ created_at: Date }>(
    sql`SELECT created_at FROM topic_events WHERE topic = ${topic}`,
  );
  expect(stored!.created_at.toISOString()).toBe('2026-05-13T10:00:00.000Z');
  const missedWithin = async (within: number): Promise<number> => {
    const events: unknown[] = [];
    const reader: Reader = { begin: () => {}, event: (event) => events.push(event), frame: () => {} };
    const readers = makeTopicReaders(ctx.db, ctx.clock, () => Buffer.from(''));
    await readers.join(topic, reader, { within });
    return events.length;
  };
  world.clock!.advance(60_000);
  expect(await missedWithin(60_000)).toBe(1);
  expect(await missedWithin(1000)).toBe(0);
});
