import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { features } from '#site/server/app.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { defineJob } from './job.ts';

const ran: number[] = [];
/** Taken three at a time; the second fails for good. */
const counted = defineJob({
  name: 'test.counted',
  payload: z.object({ number: z.int() }),
  batch: 3,
  retries: 0,
  async run(_ctx, { number }) {
    ran.push(number);
    if (number === 2) throw new Error('the second one');
  },
});
/** Not due when it is enqueued. */
const late = defineJob({
  name: 'test.late',
  payload: z.object({}),
  async run() {
    ran.push(-1);
  },
});

let world: World;
beforeAll(async () => {
  world = await openWorld({ features: [...features, { name: 'test', jobs: [counted, late] }] });
});
afterAll(() => world.close());

test('jobs of a batch run once each, and one that fails takes no other with it', async () => {
  const { db, jobs } = world.ctx;
  await db.tx(async (tx) => {
    for (let number = 1; number <= 7; number++) await jobs.enqueue(tx, counted, { number });
  });
  await jobs.idle();
  expect(ran.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const dead = await jobs.dead();
  expect(dead).toMatchObject([{ name: 'test.counted', payload: { number: 2 } }]);
  expect(dead[0]!.error).toContain('the second one');
});

test('one poll for all queues finds a job that became due, and queues without work are not fetched from', async () => {
  const { db, jobs } = world.ctx;
  await jobs.idle();
  const query = vi.spyOn(db.pool, 'query');
  // Woken at the commit, its worker finds nothing yet. It is due after the next poll.
  await db.tx((tx) => jobs.enqueue(tx, late, {}, { startAfter: new Date(Date.now() + 5500) }));
  await vi.waitFor(() => expect(ran).toContain(-1), { timeout: 60_000, interval: 100 });
  const texts = (query.mock.calls as unknown as [text: string][]).map(([text]) => text);
  // pg-boss writes the name of the queue into the statement.
  const fetched = texts.flatMap((text) =>
    /SKIP LOCKED/.test(text) ? (/j\.name = '([^']+)'/.exec(text)?.[1] ?? []) : [],
  );
  expect(fetched.filter((name) => name === 'test.late').length).toBeGreaterThan(1);
  // Beside pg-boss's own, what a schedule has enqueued meanwhile.
  const others = new Set(fetched.filter((name) => name !== 'test.late' && !name.startsWith('__')));
  expect(others.size).toBeLessThan(10);
  expect(features.flatMap((feature) => feature.jobs ?? []).length).toBeGreaterThan(40);
});
