import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type World, openWorld } from '#server/testing/world.ts';
import { award, can, correct, grantEntitlement, payAgain, revokeEntitlement, takeBack } from './actions.ts';

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

  it('pays at most eight posts a UTC day', async () => {
    const { profileId } = await world.member();
    for (let at = 0; at < 10; at++)
      await world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', `forum_post:${at}`));
    expect(await sums(profileId)).toMatchObject({ xp: 200, credits: 40 });
  });

  it('crossing a threshold sets the rank and tells the member; falling below sets it back', async () => {
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

  it('adds up after a storm of operations at once, and nothing is below zero', async () => {
    const { profileId } = await world.member();
    const causes = Array.from({ length: 6 }, (_, at) => `forum_post:storm${at}`);
    const acts = [
      (cause: string) => world.ctx.db.tx((tx) => award(world.ctx, tx, profileId, 'forum_post', cause)),
      (cause: string) => world.ctx.db.tx((tx) => takeBack(world.ctx, tx, profileId, cause)),
      (cause: string) => world.ctx.db.tx((tx) => payAgain(world.ctx, tx, profileId, cause)),
      (cause: string) =>
        world.ctx.db.tx((tx) => correct(world.ctx, tx, profileId, { xp: -7, credits: -2 }, `fine ${cause}`)),
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    await Promise.all(Array.from({ length: 200 }, () => acts[next(acts.length)]!(causes[next(causes.length)]!)));
    const after = await sums(profileId);
    expect(after.xp).toBe(after.ledgerXp);
    expect(after.credits).toBe(after.ledgerCredits);
    expect(after.xp).toBeGreaterThanOrEqual(0);
    expect(after.credits).toBeGreaterThanOrEqual(0);
  });
});

describe('a right', () => {
  it('stands until everybody who gave it has taken it away', async () => {
    const { profileId } = await world.member();
    const may = () => can(world.ctx, profileId, 'name_glow');
    const give = (source: string) =>
      world.ctx.db.tx((tx) => grantEntitlement(world.ctx, tx, profileId, 'name_glow', source, null));
    const take = (source: string | null) =>
      world.ctx.db.tx((tx) => revokeEntitlement(tx, profileId, 'name_glow', source));
    await give('operator');
    await give('tier');
    expect(await take('operator')).toEqual(['operator']);
    expect(await may()).toBe(true);
    expect(await take(null)).toEqual(['tier']);
    expect(await may()).toBe(false);
    expect(await take(null)).toEqual([]);
  });
});
