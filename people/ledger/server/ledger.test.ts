import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#site/testing/world.ts';
import { award, can, correct, grantEntitlement, payAgain, revokeEntitlement, takeBack, transfer } from './actions.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Sums {
  xp: number;
  credits: number;
  custom_role: string | null;
}

async function sums(profileId: string): Promise<Sums & { ledgerXp: number; ledgerCredits: number }> {
  const { rows } = await world.ctx.db.pool.query<Sums & { ledgerXp: number; ledgerCredits: number }>(
    `SELECT p.xp, p.credits, p.custom_role,
       coalesce((SELECT sum(amount) FROM ledger_entries WHERE profile_id = p.id AND currency = 'xp'), 0)::int AS "ledgerXp",
       coalesce((SELECT sum(amount) FROM ledger_entries WHERE profile_id = p.id AND currency = 'credits'), 0)::int AS "ledgerCredits"
     FROM profiles p WHERE id = $1`,
    [profileId],
  );
  return rows[0]!;
}

describe('the ledger', () => {
  it('pays one cause once, however often and however many at once', async () => {
    const { profileId } = await world.member();
    const paid = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', 'forum_post:one')),
      ),
    );
    expect(paid.filter(Boolean)).toHaveLength(1);
    expect(await sums(profileId)).toMatchObject({ xp: 25, credits: 5, ledgerXp: 25, ledgerCredits: 5 });
  });

  it('pays a reward once that is tried a thousand times at once', { timeout: 120_000 }, async () => {
    const { profileId } = await world.member();
    // Many more at once than there are connections, and none that waits so long for one that it is given up.
    const paid: boolean[] = [];
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        for (let tried = 0; tried < 10; tried++)
          paid.push(await world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'song', 'upload:retried')));
      }),
    );
    expect(paid).toHaveLength(1000);
    expect(paid.filter(Boolean)).toHaveLength(1);
    expect(await sums(profileId)).toMatchObject({ credits: 2, ledgerCredits: 2 });
  });

  it('pays at most eight posts a UTC day', async () => {
    const { profileId } = await world.member();
    for (let at = 0; at < 10; at++)
      await world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', `forum_post:${at}`));
    expect(await sums(profileId)).toMatchObject({ xp: 200, credits: 40 });
  });

  it('crossing a threshold sets the rank and notifies the member; falling below sets it back', async () => {
    const { profileId } = await world.member();
    for (let at = 0; at < 4; at++)
      await world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', `forum_post:rank${at}`));
    expect((await sums(profileId)).custom_role).toBe('explorer');
    const { rows } = await world.ctx.db.pool.query(
      `SELECT message FROM notifications WHERE user_id = $1 AND kind = 'rank'`,
      [profileId],
    );
    expect(rows).toEqual([{ message: 'You have reached VIP.' }]);
    await world.ctx.db.tx((tx) => takeBack(world.ctx, tx, profileId, 'forum_post:rank0'));
    expect((await sums(profileId)).custom_role).toBe('wanderer');
  });

  it('never touches a role that staff set', async () => {
    const { profileId } = await world.member();
    await world.ctx.db.pool.query(
      `UPDATE profiles SET custom_role = 'phantom', custom_role_source = 'staff' WHERE id = $1`,
      [profileId],
    );
    for (let at = 0; at < 4; at++)
      await world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', `forum_post:staff${at}`));
    expect(await sums(profileId)).toMatchObject({ xp: 100, custom_role: 'phantom' });
  });

  it('takes back at most what the balance holds, and pays exactly that again', async () => {
    const { profileId } = await world.member();
    const tx = <T>(work: Parameters<typeof world.ctx.db.tx<T>>[0]) => world.ctx.db.tx(work);
    await tx((t) => award(world.ctx, t, profileId, 'forum_post', 'forum_post:spent'));
    await tx((t) => correct(world.ctx, t, profileId, { xp: 0, credits: -3 }, 'spent three'));
    await tx((t) => takeBack(world.ctx, t, profileId, 'forum_post:spent'));
    expect(await sums(profileId)).toMatchObject({ xp: 0, credits: 0, ledgerXp: 0, ledgerCredits: 0 });
    expect(await tx((t) => takeBack(world.ctx, t, profileId, 'forum_post:spent'))).toBe(false);
    await tx((t) => payAgain(world.ctx, t, profileId, 'forum_post:spent'));
    expect(await sums(profileId)).toMatchObject({ xp: 25, credits: 2 });
    expect(await tx((t) => payAgain(world.ctx, t, profileId, 'forum_post:spent'))).toBe(false);
  });
});

describe('a transfer', () => {
  const give = (profileId: string, credits: number) =>
    world.ctx.db.tx((tx) => correct(world.ctx, tx, profileId, { xp: 0, credits }, 'for the test'));
  const move = (from: string, to: string, credits: number, cause: string) =>
    world.ctx.db.tx((tx) => transfer(world.ctx, tx, { from, to, credits, kind: 'tip', cause }));

  it('moves credits once for its cause, with an entry on each side', async () => {
    const [one, two] = [await world.member(), await world.member()];
    await give(one.profileId, 30);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => move(one.profileId, two.profileId, 10, 'tip:once')),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['paid', ...Array(7).fill('paid_before')]);
    expect(await sums(one.profileId)).toMatchObject({ credits: 20, ledgerCredits: 20 });
    expect(await sums(two.profileId)).toMatchObject({ credits: 10, ledgerCredits: 10 });
  });

  it('that the balance cannot bear moves nothing and says how much is missing', async () => {
    const [one, two] = [await world.member(), await world.member()];
    await give(one.profileId, 7);
    expect(await move(one.profileId, two.profileId, 10, 'tip:short')).toEqual({ outcome: 'short', missing: 3 });
    expect(await sums(one.profileId)).toMatchObject({ credits: 7, ledgerCredits: 7 });
    expect(await sums(two.profileId)).toMatchObject({ credits: 0, ledgerCredits: 0 });
  });

  it('that was paid stays paid when nothing is left for a second one', async () => {
    const [one, two] = [await world.member(), await world.member()];
    await give(one.profileId, 10);
    expect(await move(one.profileId, two.profileId, 10, 'tip:last')).toEqual({ outcome: 'paid' });
    expect(await move(one.profileId, two.profileId, 10, 'tip:last')).toEqual({ outcome: 'paid_before' });
  });

  it('reaches nobody who has left, and comes from nobody else than a member', async () => {
    const [one, two] = [await world.member(), await world.member()];
    await give(one.profileId, 50);
    await world.ctx.db.pool.query('UPDATE profiles SET user_id = NULL WHERE id = $1', [two.profileId]);
    expect(await move(one.profileId, two.profileId, 10, 'tip:gone')).toEqual({ outcome: 'nobody' });
    expect(await move(two.profileId, one.profileId, 10, 'tip:ghost')).toEqual({ outcome: 'nobody' });
    await expect(move(one.profileId, one.profileId, 10, 'tip:self')).rejects.toThrow('from one member to another');
    await expect(move(one.profileId, two.profileId, -10, 'tip:theft')).rejects.toThrow('from one member to another');
    expect((await sums(one.profileId)).credits).toBe(50);
  });

  it('in every direction at once: no deadlock, no credit made or lost, nothing below zero', async () => {
    let seed = 11;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const members = await Promise.all(Array.from({ length: 5 }, () => world.member()));
    const ids = members.map((member) => member.profileId);
    for (const id of ids) await give(id, 40);
    const moves = Array.from({ length: 300 }, (_, at) => {
      const from = next(ids.length);
      const to = (from + 1 + next(ids.length - 1)) % ids.length;
      // Some causes are sent twice.
      return {
        from: ids[from]!,
        to: ids[to]!,
        credits: 1 + next(25),
        cause: `tip:${ids[from]!}:${at - (at % 4 === 3 ? 1 : 0)}`,
      };
    });
    const outcomes = await Promise.all(moves.map((one) => move(one.from, one.to, one.credits, one.cause)));
    const after = await Promise.all(ids.map(sums));
    expect(after.reduce((sum, one) => sum + one.credits, 0)).toBe(5 * 40);
    for (const one of after) {
      expect(one.credits).toBe(one.ledgerCredits);
      expect(one.credits).toBeGreaterThanOrEqual(0);
    }
    const paid = moves.filter((_, at) => outcomes[at]!.outcome === 'paid');
    expect(paid.length).toBeGreaterThan(20);
    expect(outcomes.some(({ outcome }) => outcome === 'short')).toBe(true);
    expect(new Set(paid.map((one) => one.cause)).size).toBe(paid.length);
  });
});

describe('a right', () => {
  it('stands until everybody who gave it has taken it away', async () => {
    const { profileId } = await world.member();
    const may = () => can(world.ctx, profileId, 'name_glow');
    const give = (source: string) =>
      world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, profileId, 'name_glow', source, null));
    const take = (source: string | null) =>
      world.ctx.db.tx((tx) => revokeEntitlement(world.ctx, tx, profileId, 'name_glow', source));
    await give('operator');
    await give('tier');
    expect(await take('operator')).toEqual(['operator']);
    expect(await may()).toBe(true);
    expect(await take(null)).toEqual(['tier']);
    expect(await may()).toBe(false);
    expect(await take(null)).toEqual([]);
  });
});
