import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '#contract/limits/ledger.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { addCustomer, nameCustomer } from './store.ts';
import { syncMember } from './sync.ts';
import { type TestAccount, testProvider } from './test-provider.ts';
import { takeProviderEvent } from './webhook.ts';

/**
 * Random lives of a customer at the provider, whose events arrive shuffled, doubled, late or never. At the end, after a
 * reconciliation, rights, role and copies must be what the provider's last state says, and nothing of what was before.
 * `PAYMENT_SEQUENCES=10000` for the long form.
 */
const SEQUENCES = Number(process.env['PAYMENT_SEQUENCES'] ?? 200);
const SEED = Number(process.env['PAYMENT_SEED'] ?? 7);
const DAY = 86_400_000;

let world: World;
let profileId: string;
let customerId: string;
beforeAll(async () => {
  world = await openWorld({ clock: new Date(), work: false });
  ({ profileId } = await world.member());
  const provider = testProvider(world.ctx);
  customerId = await provider.createCustomer({ profileId, email: '', name: '' });
  await addCustomer(world.ctx.db, profileId, 'test', world.clock!.now());
  await nameCustomer(world.ctx.db, profileId, 'test', customerId);
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

type Step =
  | { readonly do: 'subscribe' | 'buy'; readonly product: Product }
  | { readonly do: 'change'; readonly product: Product; readonly of: number }
  | { readonly do: 'fail' | 'renew' | 'cancel' | 'resume' | 'end' | 'reverse' | 'restore'; readonly of: number }
  | { readonly do: 'refund' | 'dispute' | 'win'; readonly of: number }
  /** The site reads: a late event, a repeated one, or one of something else. */
  | { readonly do: 'deliver'; readonly twice: boolean }
  /** Two reads at once. */
  | { readonly do: 'race' };

const tierKeys = ['vip', 'premium', 'omega_premium'] as const;

function draw(next: (below: number) => number): Step {
  const chance = next(100);
  const of = next(6);
  if (chance < 14) return { do: 'subscribe', product: tierKeys[next(3)]! };
  if (chance < 26) return { do: 'buy', product: next(2) === 0 ? 'premium_lifetime' : 'ultimate-package' };
  if (chance < 32) return { do: 'change', product: tierKeys[next(3)]!, of };
  if (chance < 60)
    return { do: (['fail', 'renew', 'cancel', 'resume', 'end', 'reverse', 'restore'] as const)[next(7)]!, of };
  if (chance < 78) return { do: (['refund', 'dispute', 'win'] as const)[next(3)]!, of };
  return chance < 96 ? { do: 'deliver', twice: next(3) === 0 } : { do: 'race' };
}

type Subscription = TestAccount['subscriptions'][number];
type Payment = TestAccount['payments'][number];

/** What a step makes of the provider's account. */
function after(account: TestAccount, step: Step, now: Date): TestAccount {
  const subscription = (how: (one: Subscription) => Subscription): TestAccount => ({
    ...account,
    subscriptions: account.subscriptions.map((one, at) =>
      'of' in step && at === step.of % account.subscriptions.length && one.status !== 'ended' ? how(one) : one,
    ),
  });
  const payment = (how: (one: Payment) => Payment): TestAccount => ({
    ...account,
    payments: account.payments.map((one, at) =>
      'of' in step && at === step.of % account.payments.length ? how(one) : one,
    ),
  });
  switch (step.do) {
    case 'subscribe': {
      const made: Subscription = {
        id: `sub_test_${newId(now)}`,
        product: step.product,
        status: 'active',
        periodStart: now,
        periodEnd: new Date(now.getTime() + 30 * DAY),
        endsAt: null,
        isReversed: false,
      };
      return { ...account, subscriptions: [...account.subscriptions, made] };
    }
    case 'buy': {
      const made: Payment = {
        id: `pi_test_${newId(now)}`,
        product: step.product,
        cents: 800,
        currency: 'usd',
        state: 'paid',
        paidAt: now,
      };
      return { ...account, payments: [...account.payments, made] };
    }
    case 'change':
      return subscription((one) => ({ ...one, product: step.product }));
    case 'fail':
      return subscription((one) => ({ ...one, status: 'past_due' }));
    case 'renew':
      return subscription((one) => ({ ...one, status: 'active' }));
    case 'cancel':
      return subscription((one) => ({ ...one, endsAt: one.periodEnd }));
    case 'resume':
      return subscription((one) => ({ ...one, endsAt: null }));
    case 'end':
      return subscription((one) => ({ ...one, status: 'ended', endsAt: now }));
    case 'reverse':
      return subscription((one) => ({ ...one, isReversed: true }));
    case 'restore':
      return subscription((one) => ({ ...one, isReversed: false }));
    case 'refund':
      return payment((one) => ({ ...one, state: 'refunded' }));
    case 'dispute':
      return payment((one) => (one.state === 'paid' ? { ...one, state: 'disputed' } : one));
    case 'win':
      return payment((one) => (one.state === 'disputed' ? { ...one, state: 'paid' } : one));
    default:
      return account;
  }
}

/** What a member must own by the provider's last state: said again, without the code that is tested. */
function mustOwn(account: TestAccount): Set<Product> {
  const owned = new Set<Product>();
  for (const one of account.payments) if (one.state === 'paid') owned.add(one.product);
  for (const one of account.subscriptions)
    if ((one.status === 'active' || one.status === 'past_due') && !one.isReversed) owned.add(one.product);
  return owned;
}
const mustShow = (owned: ReadonlySet<Product>): string => {
  if (owned.has('omega_premium')) return 'omega_premium';
  if (owned.has('premium') || owned.has('premium_lifetime')) return 'premium';
  return owned.has('vip') ? 'vip' : 'wanderer';
};

const store = (tx: Tx, account: TestAccount) =>
  tx.rows(sql`UPDATE test_payments SET account = ${JSON.stringify(account)}::jsonb WHERE customer_id = ${customerId}`);

/** Lives through the steps. @returns what is wrong at the end; null where all is right */
async function wrongAfter(steps: readonly Step[]): Promise<string | null> {
  const { ctx } = world;
  await ctx.db.tx(async (tx) => {
    for (const table of ['subscriptions', 'purchases', 'entitlements'])
      await tx.rows(sql`DELETE FROM ${sql.raw(table)} WHERE profile_id = ${profileId}`);
    await tx.rows(
      sql`UPDATE profiles SET custom_role = NULL, custom_role_source = NULL, owned_upgrades = '{}' WHERE id = ${profileId}`,
    );
  });
  let account: TestAccount = { profileId, sessions: [], subscriptions: [], payments: [], invoices: [] };
  await ctx.db.tx((tx) => store(tx, account));
  for (const step of steps) {
    const changed = after(account, step, world.clock!.now());
    if (changed !== account) await ctx.db.tx((tx) => store(tx, changed));
    account = changed;
    if (step.do === 'deliver') {
      const event = { id: `evt_${newId(new Date())}`, type: 'x', customerId, chargeId: null };
      await takeProviderEvent(ctx, 'test', event);
      if (step.twice) await takeProviderEvent(ctx, 'test', event);
      await syncMember(ctx, profileId, 'event');
    }
    if (step.do === 'race')
      await Promise.all([syncMember(ctx, profileId, 'event'), syncMember(ctx, profileId, 'event')]);
  }
  await syncMember(ctx, profileId, 'reconciliation');
  const owned = mustOwn(account);
  const grants = await ctx.db.rows<{ name: string }>(
    sql`SELECT name FROM entitlements WHERE profile_id = ${profileId} ORDER BY name`,
  );
  const [profile] = await ctx.db.rows<{ role: string | null; owned: string[] }>(
    sql`SELECT custom_role AS role, owned_upgrades AS owned FROM profiles WHERE id = ${profileId}`,
  );
  const found = JSON.stringify([
    [...new Set(grants.map((row) => row.name))],
    profile!.role ?? 'wanderer',
    profile!.owned,
  ]);
  const sorted = [...owned].toSorted();
  const wanted = JSON.stringify([sorted, mustShow(owned), sorted]);
  if (found !== wanted) return `found ${found}, wanted ${wanted}`;
  // The last state again changes nothing.
  return (await syncMember(ctx, profileId, 'event')) ? 'the same state changed something again' : null;
}

/** Leaves out steps as long as it stays wrong. */
async function shrunk(steps: readonly Step[]): Promise<readonly Step[]> {
  let least = steps;
  for (let size = Math.ceil(least.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < least.length;) {
      const fewer = [...least.slice(0, from), ...least.slice(from + size)];
      if ((await wrongAfter(fewer)) !== null) least = fewer;
      else from += size;
    }
  return least;
}

test(
  'after any sequence of events the rights are those of the provider’s last state',
  { timeout: 7_200_000 },
  async () => {
    const next = randomFrom(SEED);
    for (let made = 0; made < SEQUENCES; made++) {
      const steps = Array.from({ length: 2 + next(9) }, () => draw(next));
      const wrong = await wrongAfter(steps);
      if (wrong === null) continue;
      const least = await shrunk(steps);
      expect.fail(
        `sequence ${made} of seed ${SEED}: ${await wrongAfter(least)}\n${least.map((step) => JSON.stringify(step)).join('\n')}`,
      );
    }
  },
);
