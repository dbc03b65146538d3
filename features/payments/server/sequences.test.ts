import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upgrade } from '#people/ledger/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { correct } from '#people/ledger/server/actions.ts';
import { wrongBalances } from '#people/ledger/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { addCustomer, nameCustomer } from './store.ts';
import { syncMember } from './sync.ts';
import { type TestAccount, testAccount, testProvider, writeTestAccount } from './test-provider.ts';
import {
  type ProviderStep,
  afterStep,
  emptyAccount,
  graceDays,
  mustOwn,
  mustShow,
  providerStep,
} from './testing/lives.ts';
import { takeProviderEvent } from './webhook.ts';

/**
 * Random lives of customers at the provider, through events, jobs and the database. At the end, after a reconciliation,
 * rights, role, copies and ledger must be what the provider's last state says, and nothing of what was before. Many more
 * lives run through the deciding functions alone in `model.test.ts`.
 */
const RUNS = Number(process.env['PAYMENT_DATABASE_SEQUENCES'] ?? 120);
const SEED = Number(process.env['PAYMENT_SEED'] ?? 7);
const GIFT = 1500;

let world: World;
let member: FixtureMember;
let customerId: string;
beforeAll(async () => {
  world = await openWorld({ clock: new Date(), environment: { PAYMENT_GRACE_DAYS: String(graceDays) }, work: false });
  member = await world.member();
  const { profileId } = member;
  const provider = testProvider(world.ctx);
  customerId = await provider.createCustomer({ profileId, email: '', name: '' });
  await addCustomer(world.ctx.db, profileId, 'test', world.clock!.now());
  await nameCustomer(world.ctx.db, profileId, 'test', customerId);
});
afterAll(() => world.close());

type Step =
  | { readonly do: 'provider'; readonly step: ProviderStep }
  /** An event arrives and is worked on, or arrives twice, or two are worked on at once. */
  | { readonly do: 'event' | 'twice' | 'at once' }
  /** The member pays with credits for the upgrade. */
  | { readonly do: 'spend' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: providerStep.map((one): Step => ({ do: 'provider', step: one })) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('event', 'twice', 'at once') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('spend' as const) }) },
);

/** A member without a past, with credits for one upgrade. */
async function forget(): Promise<void> {
  const { ctx } = world;
  const { profileId } = member;
  await ctx.db.tx(async (tx) => {
    for (const table of ['subscriptions', 'purchases', 'payment_invoices', 'entitlements', 'ledger_entries'])
      await tx.rows(sql`DELETE FROM ${sql.raw(table)} WHERE profile_id = ${profileId}`);
    await tx.rows(
      sql`UPDATE profiles SET credits = 0, xp = 0, custom_role = NULL, custom_role_source = NULL, owned_upgrades = '{}' WHERE id = ${profileId}`,
    );
    await correct(ctx, tx, profileId, { xp: 0, credits: GIFT }, 'gift');
    await writeTestAccount(tx, customerId, emptyAccount(profileId));
  });
}

async function arrive(twice: boolean): Promise<void> {
  const event = { id: `evt_${newId(new Date())}`, type: 'x', customerId, chargeId: null };
  await takeProviderEvent(world.ctx, 'test', event);
  if (twice) await takeProviderEvent(world.ctx, 'test', event);
  await syncMember(world.ctx, member.profileId, 'event');
}

/** Lives through the steps and reconciles. @returns what the provider says at the end, and how often credits were paid */
async function live(steps: readonly Step[]): Promise<{ account: TestAccount; spent: number }> {
  const { ctx } = world;
  const { profileId } = member;
  await forget();
  // The site has a part in it: it ends what Premium for life covers.
  const account = async (): Promise<TestAccount> => (await testAccount(ctx.db, customerId))!;
  let spent = 0;
  for (const [number, one] of steps.entries()) {
    if (one.do === 'provider') {
      const next = afterStep(await account(), one.step, world.clock!.now(), `${number}_${newId(new Date())}`);
      await ctx.db.tx((tx) => writeTestAccount(tx, customerId, next));
    } else if (one.do === 'spend') {
      const path = { params: { product: upgrade.key } };
      const answer = await world.call('POST /payments/upgrades/:product', path, member);
      if (answer.status === 200) spent++;
    } else if (one.do === 'at once')
      await Promise.all([syncMember(ctx, profileId, 'event'), syncMember(ctx, profileId, 'event')]);
    else await arrive(one.do === 'twice');
  }
  await syncMember(ctx, profileId, 'reconciliation');
  return { account: await account(), spent };
}

/** What is stored of the member, in the form of `wantedOf`. */
async function foundOf() {
  const { db } = world.ctx;
  const { profileId } = member;
  const grants = await db.rows<{ name: string; source: string; until: Date | null }>(sql`
    SELECT name, source, expires_at AS until FROM entitlements WHERE profile_id = ${profileId} ORDER BY source COLLATE "C"`);
  const [profile] = await db.rows<{ role: string | null; owned: string[]; credits: number }>(
    sql`SELECT custom_role AS role, owned_upgrades AS owned, credits FROM profiles WHERE id = ${profileId}`,
  );
  const [copies] = await db.rows<{ subscriptions: string[]; purchases: string[]; invoices: number }>(sql`
    SELECT ARRAY(SELECT provider_id || ' ' || product || ' ' || status || ' ' || is_reversed FROM subscriptions WHERE profile_id = ${profileId} ORDER BY provider_id COLLATE "C") AS subscriptions,
      ARRAY(SELECT provider_id || ' ' || product || ' ' || state FROM purchases WHERE profile_id = ${profileId} ORDER BY provider_id COLLATE "C") AS purchases,
      (SELECT count(*) FROM payment_invoices WHERE profile_id = ${profileId})::int AS invoices`);
  return {
    grants: grants.map((row) => `${row.source} ${row.name} ${row.until?.toISOString() ?? 'for good'}`),
    role: profile!.role ?? 'wanderer',
    owned: profile!.owned,
    credits: profile!.credits,
    ...copies!,
  };
}

function wantedOf(account: TestAccount, spent: number): Awaited<ReturnType<typeof foundOf>> {
  const paid = mustOwn(account, world.clock!.now());
  const products = new Set(paid.map((grant) => grant.product));
  if (products.has('premium_lifetime')) expect(products.has('vip') || products.has('premium')).toBe(false);
  const bought = spent === 0 ? [] : [{ source: 'credits', product: upgrade.key, until: null }];
  const owned = new Set([...paid, ...bought].map((grant) => grant.product));
  const lines = (all: readonly string[]): string[] => all.toSorted((one, other) => (one < other ? -1 : 1));
  return {
    grants: [...bought, ...paid].map(
      (grant) =>
        `${grant.source} ${grant.product} ${grant.until === null ? 'for good' : new Date(grant.until).toISOString()}`,
    ),
    role: mustShow(owned),
    owned: [...owned].toSorted(),
    credits: GIFT - spent * upgrade.credits,
    subscriptions: lines(
      account.subscriptions.map((one) => `${one.id} ${one.product} ${one.status} ${one.isReversed}`),
    ),
    purchases: lines(account.payments.map((one) => `${one.id} ${one.product} ${one.state}`)),
    invoices: account.invoices.length,
  };
}

test(
  'after any sequence of events rights, role, copies and ledger are those of the provider’s last state',
  { timeout: 7_200_000 },
  async () => {
    const seen = { spent: 0, owned: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12, size: 'max' }), async (steps) => {
        const { account, spent } = await live(steps);
        const found = await foundOf();
        expect(found).toEqual(wantedOf(account, spent));
        expect(spent).toBeLessThanOrEqual(1);
        expect((await wrongBalances(world.ctx.db, '00000000-0000-0000-0000-000000000000', 100)).wrong).toEqual([]);
        // The last state again changes nothing.
        expect(await syncMember(world.ctx, member.profileId, 'event')).toBe(false);
        seen.spent += spent;
        seen.owned += found.owned.length > 0 ? 1 : 0;
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: false },
    );
    expect(seen.spent).toBeGreaterThan(RUNS / 20);
    expect(seen.owned).toBeGreaterThan(RUNS / 4);
  },
);
