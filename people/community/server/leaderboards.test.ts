import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '#people/community/contract/limits.ts';
import { award, correct, takeBack } from '#people/ledger/server/actions.ts';
import { recountPeriods } from '#people/ledger/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
beforeAll(async () => {
  // The month's last days and the next month's first share a week: Monday 27 April to Sunday 3 May 2026.
  world = await openWorld({ clock: new Date('2026-04-26T23:59:00Z'), work: false });
});
afterAll(() => world.close());

let causes = 0;
const give = (profileId: string, xp: number) =>
  world.ctx.db.tx((tx) => correct(world.ctx, tx, profileId, { xp, credits: 0 }, `for the test ${causes++}`));
const boardOf = async (period: 'all' | 'month' | 'week') => {
  const { items, since } = await world.ok('GET /leaderboards', { query: { period } });
  return { since, lines: items.map((line) => [line.member.displayName, line.xp]) };
};

test('a board sums what was earned since its UTC month or Monday began, and nothing else', async () => {
  const [ada, milo] = [await world.member({ displayName: 'Ada' }), await world.member({ displayName: 'Milo' })];
  await world.member({ displayName: 'Nobody' });
  await give(ada.profileId, 300);
  await world.ctx.db.tx((tx) => award(world.ctx, tx, milo.profileId, 'forum_post', 'forum_post:april'));
  expect(await boardOf('week')).toEqual({
    since: '2026-04-20T00:00:00.000Z',
    lines: [
      ['Ada', 300],
      ['Milo', 25],
    ],
  });

  world.clock!.set(new Date('2026-04-27T00:00:00Z'));
  expect((await boardOf('week')).lines).toEqual([]);
  await give(milo.profileId, 40);
  world.clock!.set(new Date('2026-05-01T00:00:00Z'));
  await give(ada.profileId, 7);
  expect(await boardOf('week')).toEqual({
    since: '2026-04-27T00:00:00.000Z',
    lines: [
      ['Milo', 40],
      ['Ada', 7],
    ],
  });
  expect(await boardOf('month')).toEqual({ since: '2026-05-01T00:00:00.000Z', lines: [['Ada', 7]] });
  expect(await boardOf('all')).toEqual({
    since: null,
    lines: [
      ['Ada', 307],
      ['Milo', 65],
    ],
  });

  // What is taken back counts where it is taken, and nobody stands on a board with less than nothing.
  await world.ctx.db.tx((tx) => takeBack(world.ctx, tx, milo.profileId, 'forum_post:april'));
  expect((await boardOf('month')).lines).toEqual([['Ada', 7]]);
  expect((await boardOf('week')).lines).toEqual([
    ['Milo', 15],
    ['Ada', 7],
  ]);

  // Computed again from the entries, the sums are the same.
  await world.ctx.db.tx((tx) => recountPeriods(tx, world.ctx.clock.now()));
  expect((await boardOf('week')).lines).toEqual([
    ['Milo', 15],
    ['Ada', 7],
  ]);
});

test('fifty are listed, and a member further down sees their own place', async () => {
  const members = await Promise.all(
    Array.from({ length: people.leaderboard + 3 }, async (_, at) => {
      const member = await world.member();
      await give(member.profileId, 1000 - at);
      return member;
    }),
  );
  for (const period of ['all', 'month', 'week'] as const) {
    const { items, own } = await world.ok('GET /leaderboards', { query: { period } }, members.at(-1)!);
    expect(items.map((line) => line.place)).toEqual(Array.from({ length: people.leaderboard }, (_, at) => at + 1));
    expect(own).toEqual({ place: people.leaderboard + 3, xp: 1000 - people.leaderboard - 2 });
    const first = await world.ok('GET /leaderboards', { query: { period } }, members[0]!);
    expect(first.own).toEqual({ place: 1, xp: 1000 });
    expect((await world.ok('GET /leaderboards', { query: { period } })).own).toBeNull();
  }
  const fresh = await world.member();
  expect((await world.ok('GET /leaderboards', { query: { period: 'week' } }, fresh)).own).toEqual({
    place: null,
    xp: 0,
  });
});

test('a member who has left is on no board', async () => {
  const gone = await world.member();
  await give(gone.profileId, 90_000);
  await world.ctx.db.tx(async (tx) => {
    for (const data of world.ctx.personal) await data.erase(world.ctx, tx, gone.profileId);
    await tx.rows(sql`UPDATE profiles SET user_id = NULL WHERE id = ${gone.profileId}`);
  });
  for (const period of ['all', 'month', 'week'] as const) {
    const { items } = await world.ok('GET /leaderboards', { query: { period } });
    expect(items.map((line) => line.member.id)).not.toContain(gone.profileId);
  }
});
