import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { features } from '#server/app.ts';
import { type World, openWorld } from '#server/testing/world.ts';
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

let world: World;
beforeAll(async () => {
  world = await openWorld({ features: [...features, { name: 'test', jobs: [counted] }] });
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
