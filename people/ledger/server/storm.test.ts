import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errors } from '#platform/contract/errors.ts';
import { prices, rewards } from '#people/ledger/contract/limits.ts';
import { rankForXp } from '#people/ledger/contract/ranks.ts';
import { refundJob } from '#content/core/server/purchases/purchases.ts';
import { makePost } from '#features/forum/server/fixtures.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { outageOf } from '#platform/server/db/outage.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { award, correct, payAgain, takeBack, transfer } from './actions.ts';
import { wrongBalances, wrongPeriods } from './store.ts';

/** They race, and their number is the proof. */
const OPERATIONS = 10_000;
const UNLOCKS = 1_000;
const LANES = 60;
const MEMBERS = 24;
const POSTS = 14;
/** Posts that are unlocked. */
const LOCKED = 20;
/** Members who sell, buy and tip while refunds run, and how often. */
const STORM_MEMBERS = 12;
const STORM_TIPS = 600;

let world: World;
beforeAll(async () => {
  // As many connections as a real site: with the few of other tests one writer would take its turn after the other.
  world = await openWorld({
    clock: new Date('2026-05-13T12:00:00Z'),
    work: false,
    environment: { DATABASE_POOL: '20' },
  });
});
afterAll(() => world.close());

/** The same numbers at each run: a failure can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test(
  'random operations at once: sums are the profile, nothing is below zero, nothing is paid twice',
  { timeout: 600_000 },
  async () => {
    const next = randomFrom(4);
    const ids: string[] = [];
    for (let made = 0; made < MEMBERS; made++) ids.push((await world.member()).profileId);
    const one = (): string => ids[next(ids.length)]!;
    const post = (): string => `forum_post:${next(POSTS)}`;
    const draw = (): ((tx: Tx) => Promise<unknown>) => {
      const [who, cause, amount] = [one(), post(), next(60)];
      const chance = next(100);
      if (chance < 34) return (tx) => award(world.ctx, tx, who, 'forum_post', cause);
      if (chance < 40) return (tx) => award(world.ctx, tx, who, 'community_event', `party:${amount % 4}`);
      if (chance < 44) return (tx) => award(world.ctx, tx, who, 'song', `song:${amount}`);
      if (chance < 58) return (tx) => takeBack(world.ctx, tx, who, cause);
      if (chance < 72) return (tx) => payAgain(world.ctx, tx, who, cause);
      // Few causes, so that most corrections and transfers are repeated ones.
      if (chance < 78)
        return (tx) => correct(world.ctx, tx, who, { xp: 2 * amount - 70, credits: amount - 35 }, `fine:${amount}`);
      const to = ids[(ids.indexOf(who) + 1 + next(ids.length - 1)) % ids.length]!;
      const move = { from: who, to, credits: 1 + (amount % 9), kind: 'tip', cause: `tip:${who}:${next(40)}` };
      return (tx) => transfer(world.ctx, tx, move);
    };
    const operations = Array.from({ length: OPERATIONS }, draw);
    // Many more at once than there are connections, and none that waits so long for one that it is given up.
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let operation = operations.pop(); operation; operation = operations.pop())
          await world.ctx.db.tx(operation);
      }),
    );

    const { db } = world.ctx;
    expect(await wrongBalances(db, '00000000-0000-0000-0000-000000000000', 1000)).toEqual({ wrong: [], last: null });
    expect(await wrongPeriods(db, world.ctx.clock.now())).toEqual([]);
    const profiles = await db.rows<{ id: string; xp: number; credits: number; custom_role: string | null }>(
      sql`SELECT id, xp, credits, custom_role FROM profiles WHERE id = ANY(${ids}::uuid[])`,
    );
    for (const profile of profiles) {
      expect(profile.xp).toBeGreaterThanOrEqual(0);
      expect(profile.credits).toBeGreaterThanOrEqual(0);
      expect(profile.custom_role ?? 'wanderer').toBe(rankForXp(profile.xp));
    }

    // What a reward has paid in the end, with all that was taken back and paid again, is between nothing and the
    // reward.
    const families = await db.rows<{ family: string; currency: 'xp' | 'credits'; paid: number; times: number }>(sql`
      SELECT split_part(cause, '#', 1) AS family, currency, sum(amount)::int AS paid, count(*) FILTER (WHERE kind = 'forum_post')::int AS times
      FROM ledger_entries WHERE kind IN ('forum_post', 'take_back', 'pay_again') GROUP BY profile_id, 1, currency`);
    expect(families.length).toBeGreaterThan(100);
    for (const family of families) {
      expect(family.times).toBe(1);
      expect(family.paid).toBeGreaterThanOrEqual(0);
      expect(family.paid).toBeLessThanOrEqual(rewards.forumPost[family.currency]);
    }
    const [capped] = await db.rows<{ most: number }>(sql`
      SELECT max(posts)::int AS most FROM (SELECT count(*) AS posts FROM ledger_entries WHERE kind = 'forum_post' AND currency = 'xp' GROUP BY profile_id) AS one`);
    expect(capped!.most).toBe(rewards.perDay);

    // A transfer makes and loses nothing, and one cause moved credits once.
    const tips = await db.rows<{ cause: string; sum: number; entries: number }>(
      sql`SELECT cause, sum(amount)::int AS sum, count(*)::int AS entries FROM ledger_entries WHERE kind = 'tip' GROUP BY cause`,
    );
    expect(tips.length).toBeGreaterThan(50);
    for (const tip of tips) expect(tip).toMatchObject({ sum: 0, entries: 2 });
    // A rank is announced once, however often it was lost and reached again.
    const notified = await db.rows(
      sql`SELECT user_id FROM notifications WHERE kind = 'rank' GROUP BY user_id, cause HAVING count(*) > 1`,
    );
    expect(notified).toEqual([]);
  },
);

test('unlocks at once with credits for one open one post, and cost once', { timeout: 300_000 }, async () => {
  const [author, payer] = [await world.member(), await world.member()];
  const posts: string[] = [];
  for (let made = 0; made < LOCKED; made++) {
    const content = `Mixing notes, part ${made}, ${'x'.repeat(400)}`;
    posts.push(await makePost(world.ctx, author, { content, isLocked: true }));
    // A new member may write few posts in ten minutes.
    world.clock!.advance(360_000);
  }
  await world.ctx.db.tx((tx) => correct(world.ctx, tx, payer.profileId, { xp: 0, credits: prices.unlock }, 'gift'));
  const before = (await world.ok('GET /ledger', {}, author)).credits;
  const answers = await Promise.all(
    Array.from({ length: UNLOCKS }, async (_, at) => {
      const postId = posts[at % posts.length]!;
      const { status, body } = await world.call('POST /forum/posts/:postId/unlock', { params: { postId } }, payer);
      return { postId, status, code: (body as { code?: string }).code };
    }),
  );
  // Who has unlocked a post may ask again, and pays nothing.
  const opened = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.postId));
  expect(opened.size).toBe(1);
  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused.some((answer) => answer.code === 'credits_short')).toBe(true);
  // A busy machine gives up requests that wait too long for a connection. Nobody pays for those.
  for (const { postId, code } of refused)
    expect(opened.has(postId) ? ['unavailable'] : ['credits_short', 'unavailable']).toContain(code);
  const { db } = world.ctx;
  const unlocks = await db.rows<{ post_id: string }>(
    sql`SELECT post_id FROM post_unlocks WHERE profile_id = ${payer.profileId}`,
  );
  expect(unlocks.map((row) => row.post_id)).toEqual([...opened]);
  const paid = await db.rows<{ profile_id: string; amount: number }>(
    sql`SELECT profile_id, amount FROM ledger_entries WHERE kind = 'unlock' ORDER BY amount`,
  );
  expect(paid).toEqual([
    { profile_id: payer.profileId, amount: -prices.unlock },
    { profile_id: author.profileId, amount: prices.unlock },
  ]);
  expect((await world.ok('GET /ledger', {}, payer)).credits).toBe(0);
  expect((await world.ok('GET /ledger', {}, author)).credits).toBe(before + prices.unlock);
  expect((await wrongBalances(db, '00000000-0000-0000-0000-000000000000', 1000)).wrong).toEqual([]);
});

test(
  'what staff remove is paid back while everybody tips and buys: no deadlock, and every amount adds up',
  { timeout: 300_000 },
  async () => {
    const { ctx } = world;
    const repeated = vi.spyOn(ctx.log, 'warn');
    const staff = await world.member({ moderator: true });
    const members: Awaited<ReturnType<typeof world.member>>[] = [];
    for (let made = 0; made < STORM_MEMBERS; made++) members.push(await world.member());
    const sold: { id: string; author: string }[] = [];
    for (const author of members)
      for (let made = 0; made < 2; made++) {
        const content = `Mixing notes, ${randomUUID()}, ${'x'.repeat(400)}`;
        sold.push({ id: await makePost(ctx, author, { content, isLocked: true }), author: author.profileId });
        world.clock!.advance(660_000);
      }
    const gift = 100_000;
    for (const { profileId } of members)
      await ctx.db.tx((tx) => correct(ctx, tx, profileId, { xp: 0, credits: gift }, 'storm'));
    const unlock = (postId: string, by: (typeof members)[number]) =>
      world.call('POST /forum/posts/:postId/unlock', { params: { postId } }, by);
    const removed = sold.filter((_, at) => at % 2 === 0);
    for (const { id, author } of removed)
      await Promise.all(members.filter((one) => one.profileId !== author).map((one) => unlock(id, one)));
    const paid = await ctx.db.rows<{ post_id: string }>(
      sql`SELECT post_id FROM post_unlocks WHERE post_id = ANY(${removed.map((post) => post.id)}::uuid[])`,
    );
    expect(paid).toHaveLength(removed.length * (members.length - 1));
    for (const { id } of removed)
      await world.ok('DELETE /forum/posts/:postId', { params: { postId: id }, body: {} }, staff);
    const next = randomFrom(7);
    const before = await creditsInAll();
    const kept = sold.filter((_, at) => at % 2 === 1);
    const tips = Array.from({ length: STORM_TIPS }, (_, at) => async () => {
      const [{ id, author }, one] = [kept[next(kept.length)]!, members[next(members.length)]!];
      if (author === one.profileId) return 200;
      if (at % 3 === 0) return (await unlock(id, one)).status;
      const body = { submitId: randomUUID() };
      return (await world.call('POST /forum/posts/:postId/tip', { params: { postId: id }, body }, one)).status;
    });
    const statuses: number[] = [];
    const refunds = removed.map(({ id }) => tryAgain(() => refundJob.run(ctx, { kind: 'forum_post', id })));
    await Promise.all([
      ...refunds,
      ...Array.from({ length: 20 }, async () => {
        for (let tip = tips.pop(); tip; tip = tips.pop()) {
          let status = await tip();
          while (status === errors.unavailable.status) status = await tip();
          statuses.push(status);
        }
      }),
    ]);
    // A busy machine gives up what waits too long for a connection, and is asked again; nothing is given up for a deadlock.
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(repeated.mock.calls.filter(([, message]) => message === 'a transaction is repeated')).toEqual([]);
    const [site] = await ctx.db.rows<{ credits: number }>(
      sql`SELECT coalesce(sum(amount), 0)::int AS credits FROM ledger_entries WHERE kind = 'refund_by_site'`,
    );
    expect(await creditsInAll()).toBe(before + site!.credits);
    const backs = await ctx.db.rows<{ times: number; credits: number }>(sql`
    SELECT count(*)::int AS times, sum(amount)::int AS credits FROM ledger_entries
    WHERE kind IN ('refund', 'refund_by_site') AND amount > 0 GROUP BY profile_id, split_part(cause, ':', 2)`);
    expect(backs).toHaveLength(paid.length);
    for (const back of backs) expect(back.credits).toBe(prices.unlock);
    expect((await wrongBalances(ctx.db, '00000000-0000-0000-0000-000000000000', 1000)).wrong).toEqual([]);
  },
);

/** As a site does with a job that waited too long for a connection. */
async function tryAgain(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (outageOf(error) !== 'busy') throw error;
    }
  }
}

async function creditsInAll(): Promise<number> {
  const [row] = await world.ctx.db.rows<{ sum: number }>(sql`SELECT sum(credits)::int AS sum FROM profiles`);
  return row!.sum;
}
