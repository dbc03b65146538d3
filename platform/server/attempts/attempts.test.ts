import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type Limit, type Reservation, removeOldAttempts } from './attempts.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ clock: new Date('2026-03-01T12:00:00Z'), rateLimits: true, work: false });
});
afterAll(() => world.close());

/** Three at once, then one in twenty seconds. */
const rate = { max: 3, windowSeconds: 60 };
const limit = (): Limit => ({ key: [randomUUID()], rate });
const paced = (patienceMs: number) => ({ ...limit(), patienceMs });
const later = (ms: number) => world.clock!.advance(ms);

async function allowed(reservation: Promise<Reservation>): Promise<Reservation & { isAllowed: true }> {
  const reserved = await reservation;
  if (!reserved.isAllowed) throw new Error('refused');
  return reserved;
}

test('so many at once, then one each time that the window gives back', async () => {
  const ownLimit = limit();
  const results = await Promise.all(Array.from({ length: 20 }, () => world.ctx.attempts.reserve(ownLimit)));
  expect(results.filter((one) => one.isAllowed)).toHaveLength(3);
  expect(results.find((one) => !one.isAllowed)).toEqual({ isAllowed: false, by: 'own', retryAfterSeconds: 20 });
  later(12_000);
  expect(await world.ctx.attempts.reserve(ownLimit)).toMatchObject({ isAllowed: false, retryAfterSeconds: 8 });
  later(8_000);
  await allowed(world.ctx.attempts.reserve(ownLimit));
  expect(await world.ctx.attempts.reserve(ownLimit)).toMatchObject({ isAllowed: false, retryAfterSeconds: 20 });
  later(600_000);
  for (let turn = 0; turn < 3; turn++) await allowed(world.ctx.attempts.reserve(ownLimit));
  expect(await world.ctx.attempts.reserve(ownLimit)).toMatchObject({ isAllowed: false });
});

test('a rate that does not divide evenly allows what it says', async () => {
  const ownLimit = { key: [randomUUID()], rate: { max: 7, windowSeconds: 60 } };
  const results = await Promise.all(Array.from({ length: 9 }, () => world.ctx.attempts.reserve(ownLimit)));
  expect(results.filter((one) => one.isAllowed)).toHaveLength(7);
});

test('what is given back can be used again', async () => {
  const [own, shared] = [limit(), paced(0)];
  for (let turn = 0; turn < 9; turn++) {
    // A refund is written after the answer, so that the next attempt may come before it.
    (await vi.waitFor(() => allowed(world.ctx.attempts.reserve(own, shared)))).refund();
  }
});

test('beyond a shared limit attempts wait for their turn, one after the other, and are refused where it is too far', async () => {
  const shared = paced(50_000);
  const waits: (number | string)[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const reserved = await world.ctx.attempts.reserve(limit(), shared);
    waits.push(reserved.isAllowed ? reserved.waitMs : `${reserved.by} ${reserved.retryAfterSeconds}`);
  }
  expect(waits).toEqual([0, 0, 0, 20_000, 40_000, 'shared 10', 'shared 10']);
  later(10_000);
  expect(await allowed(world.ctx.attempts.reserve(limit(), shared))).toMatchObject({ waitMs: 50_000 });
});

test('refused by its own limit, an attempt does not count for the shared one, nor the other way round', async () => {
  const [own, shared] = [limit(), paced(0)];
  for (let turn = 0; turn < 2; turn++) await allowed(world.ctx.attempts.reserve(own));
  await allowed(world.ctx.attempts.reserve(own, shared));
  for (let turn = 0; turn < 9; turn++)
    expect(await world.ctx.attempts.reserve(own, shared)).toMatchObject({ by: 'own' });
  for (let turn = 0; turn < 2; turn++) await allowed(world.ctx.attempts.reserve(limit(), shared));
  const other = limit();
  for (let turn = 0; turn < 9; turn++)
    expect(await world.ctx.attempts.reserve(other, shared)).toMatchObject({ by: 'shared' });
  for (let turn = 0; turn < 3; turn++) await allowed(world.ctx.attempts.reserve(other));
});

test('what says nothing any more is removed, what counts stays', async () => {
  const [old, fresh] = [limit(), limit()];
  const count = async () => (await world.ctx.db.rows(sql`SELECT 1 FROM attempts`)).length;
  later(3_600_000);
  await removeOldAttempts(world.ctx.db, world.ctx.clock.now());
  expect(await count()).toBe(0);
  await world.ctx.attempts.reserve(old);
  later(30_000);
  for (let turn = 0; turn < 3; turn++) await world.ctx.attempts.reserve(fresh);
  await removeOldAttempts(world.ctx.db, world.ctx.clock.now());
  expect(await count()).toBe(1);
  expect(await world.ctx.attempts.reserve(fresh)).toMatchObject({ isAllowed: false });
});
