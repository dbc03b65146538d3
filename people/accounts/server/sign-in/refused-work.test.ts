import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#platform/server/db/database.ts';
import { hashesDuring } from '#site/testing/hashing.ts';
import { type World, openWorld } from '#site/testing/world.ts';

const password = 'grey heron 41';
let world: World;
let made = 0;
const address = (): string => `somebody-${process.pid}-${Date.now()}-${made++}@example.org`;

beforeAll(async () => {
  // No workers beside it: what the database is asked is the request's own.
  world = await openWorld({ work: false });
});
afterAll(() => world.close());

test('the work of a refused sign-in does not reveal who has an account: one password hashed, as many statements and jobs', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const [free, taken, unknown] = [address(), address(), address()];
  await Promise.all([free, taken].map((email) => world.ok('POST /auth/sign-up', { body: { email, password } })));
  await world.ctx.db.rows(sql`UPDATE users SET email_verified = true WHERE email = ${taken}`);
  const costs = [];
  for (const email of [free, taken, unknown]) {
    const given = email === taken ? 'not this one 7' : password;
    const waiting = (await world.ctx.jobs.counts()).waiting;
    asked.mockClear();
    const hashes = await hashesDuring(() => world.call('POST /auth/sign-in', { body: { email, password: given } }));
    // What the site asks by itself now and then is not about accounts.
    const texts = asked.mock.calls.map(([query]) => (query as unknown as { text?: string } | null)?.text ?? query);
    const statements = texts.filter((text) => /\b(users|user_accounts|profiles|sessions)\b/.test(text)).length;
    costs.push({ hashes, statements, jobs: (await world.ctx.jobs.counts()).waiting - waiting });
  }
  expect(costs[0]).toMatchObject({ hashes: 1, jobs: 2 });
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[2]).toEqual(costs[0]);
});
