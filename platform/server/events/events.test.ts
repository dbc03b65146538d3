import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '#site/server/app.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { answer, ask, emit, on } from './emit.ts';
import { defineEvent, defineQuery } from './event.ts';
import { answerersOf, subscriptionsOf } from './register.ts';

const kitSold = defineEvent<{ readonly kit: string }>('kit.sold');
const kitCount = defineQuery<{ readonly of: string }, number>('kit.count');
const heard: string[] = [];

const shop: Feature = { name: 'shop', emits: [kitSold], asks: [kitCount] };
const first: Feature = {
  name: 'first',
  on: [
    on(kitSold, async (_ctx, tx, { kit }) => {
      heard.push(`first ${kit}`);
      await tx.rows(
        sql`INSERT INTO site_settings (name, value, updated_at) VALUES (${`sold-${kit}`}, '1'::jsonb, now())`,
      );
    }),
  ],
  answers: [answer(kitCount, async (_ctx, { of }) => of.length)],
};
const second: Feature = {
  name: 'second',
  on: [
    on(kitSold, async (_ctx, _tx, { kit }) => {
      heard.push(`second ${kit}`);
      if (kit === 'broken') throw new Error('not this one');
    }),
  ],
  answers: [answer(kitCount, async () => 100)],
};

let world: World;
beforeAll(async () => {
  world = await openWorld({ features: [...features, shop, first, second] });
});
afterAll(() => world.close());

const sell = (kit: string): Promise<void> => world.ctx.db.tx((tx) => emit(world.ctx, tx, kitSold, { kit }));
const sold = async (kit: string): Promise<number> =>
  (await world.ctx.db.rows(sql`SELECT 1 FROM site_settings WHERE name = ${`sold-${kit}`}`)).length;

describe('an event', () => {
  test('reaches its handlers in the order of features, in the transaction that emits it', async () => {
    heard.length = 0;
    await sell('drums');
    expect(heard).toEqual(['first drums', 'second drums']);
    expect(await sold('drums')).toBe(1);
  });

  test('that one handler refuses leaves nothing of the others behind', async () => {
    await expect(sell('broken')).rejects.toThrow('not this one');
    expect(await sold('broken')).toBe(0);
  });

  test('has handlers where the site was opened with their features alone', async () => {
    const { ctx } = world;
    const undeclared = defineEvent<{ readonly kit: string }>('kit.returned');
    await expect(ctx.db.tx((tx) => emit(ctx, tx, undeclared, { kit: 'drums' }))).rejects.toThrow('kit.returned');
  });

  test('and its payload are checked by the compiler', () => {
    const { ctx } = world;
    const wrong = [
      // @ts-expect-error an event is what `defineEvent` makes, no name
      () => ctx.db.tx((tx) => emit(ctx, tx, 'kit.sold', { kit: 'drums' })),
      // @ts-expect-error the payload has another type
      () => ctx.db.tx((tx) => emit(ctx, tx, kitSold, { kit: 5 })),
      // @ts-expect-error a handler takes the payload of its event
      () => on(kitSold, async (_ctx, _tx, { drum }: { drum: string }) => void drum),
      // @ts-expect-error a name has two parts
      () => defineEvent('sold'),
      // @ts-expect-error an answer has the type of its query
      () => answer(kitCount, async () => 'many'),
    ];
    expect(wrong).toHaveLength(5);
  });
});

test('a query has the answers of all features, in their order', async () => {
  expect(await ask(world.ctx, kitCount, { of: 'drums' })).toEqual([5, 100]);
});

describe('a site does not start', () => {
  const [declared] = [{ name: 'shop', emits: [kitSold] }];

  test('with a handler of an event that no feature before it emits', () => {
    expect(() => subscriptionsOf([first, declared])).toThrow('first registers for kit.sold');
    expect(() => answerersOf([first, shop])).toThrow('first registers for kit.count');
  });

  test('with two events of one name, or one whose name is not like the others', () => {
    expect(() => subscriptionsOf([declared, { name: 'other', emits: [kitSold] }])).toThrow('exists already');
    expect(() => subscriptionsOf([{ name: 'shop', emits: [defineEvent('Kit.sold')] }])).toThrow('`relation.ended`');
  });
});
