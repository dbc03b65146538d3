import fc from 'fast-check';
import type { Product } from '#people/ledger/contract/limits.ts';
import type { TestAccount } from '../test-provider.ts';

const DAY = 86_400_000;

/** Days for which a renewal may be late, in these tests. */
export const graceDays = 7;

/** Something that happens to a customer at the provider. `of` picks one of what is there, by its number modulo their count. */
export type ProviderStep =
  | { readonly do: 'subscribe' | 'buy'; readonly product: Product }
  | { readonly do: 'change'; readonly product: Product; readonly of: number }
  | { readonly do: 'fail' | 'renew' | 'cancel' | 'resume' | 'end' | 'reverse' | 'restore'; readonly of: number }
  | { readonly do: 'refund' | 'dispute' | 'win'; readonly of: number };

const of = fc.nat({ max: 5 });
const tier = fc.constantFrom<Product>('vip', 'premium', 'omega_premium');
const once = fc.constantFrom<Product>('premium_lifetime', 'ultimate-package');

/** Random steps of a customer's life at the provider. */
export const providerStep: fc.Arbitrary<ProviderStep> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('subscribe' as const), product: tier }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('buy' as const), product: once }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('change' as const), product: tier, of }) },
  {
    weight: 28,
    arbitrary: fc.record({
      do: fc.constantFrom('fail', 'renew', 'cancel', 'resume', 'end', 'reverse', 'restore'),
      of,
    }),
  },
  { weight: 18, arbitrary: fc.record({ do: fc.constantFrom('refund', 'dispute', 'win'), of }) },
);

/** A customer of whom nothing has happened. */
export const emptyAccount = (profileId: string): TestAccount => ({
  profileId,
  sessions: [],
  subscriptions: [],
  payments: [],
  invoices: [],
});

type Subscription = TestAccount['subscriptions'][number];
type Payment = TestAccount['payments'][number];

function invoiceOf(id: string, cents: number, now: Date): TestAccount['invoices'][number] {
  return {
    id: `in_${id}`,
    number: `TEST-${id}`,
    title: 'Test',
    status: 'paid',
    totalCents: cents,
    taxCents: 0,
    refundedCents: 0,
    currency: 'usd',
    url: null,
    createdAt: now,
    paidAt: now,
  };
}

/** What a step makes of an account. @param id of what the step adds; unique within the account */
export function afterStep(account: TestAccount, step: ProviderStep, now: Date, id: string): TestAccount {
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
        id: `sub_${id}`,
        product: step.product,
        status: 'active',
        periodStart: now,
        periodEnd: new Date(now.getTime() + 30 * DAY),
        endsAt: null,
        isReversed: false,
      };
      return {
        ...account,
        subscriptions: [...account.subscriptions, made],
        invoices: [...account.invoices, invoiceOf(id, 500, now)],
      };
    }
    case 'buy': {
      const made: Payment = {
        id: `pi_${id}`,
        product: step.product,
        cents: 800,
        currency: 'usd',
        state: 'paid',
        paidAt: now,
      };
      return {
        ...account,
        payments: [...account.payments, made],
        invoices: [...account.invoices, invoiceOf(id, 800, now)],
      };
    }
    case 'change':
      return subscription((one) => ({ ...one, product: step.product }));
    case 'fail':
      return subscription((one) => ({ ...one, status: 'past_due' }));
    case 'renew':
      return subscription((one) => ({
        ...one,
        status: 'active',
        periodStart: now,
        periodEnd: new Date(now.getTime() + 30 * DAY),
      }));
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
  }
}

/**
 * What a member must own by an account: each source with its product and end, in order of the sources. Written apart from
 * `grantsFor`, which it checks.
 */
export function mustOwn(account: TestAccount, now: Date): { source: string; product: Product; until: number | null }[] {
  const paid = account.payments
    .filter((one) => one.state === 'paid')
    .map((one) => ({ source: `purchase:${one.id}`, product: one.product, until: null }));
  const running = account.subscriptions
    .filter((one) => !one.isReversed && (one.status === 'active' || one.status === 'past_due'))
    .map((one) => {
      const begin = one.status === 'active' ? one.periodEnd : one.periodStart;
      const last = begin.getTime() + graceDays * DAY;
      return {
        source: `subscription:${one.id}`,
        product: one.product,
        until: Math.min(last, one.endsAt?.getTime() ?? Infinity),
      };
    })
    .filter((one) => one.until > now.getTime());
  return [...paid, ...running].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

/** The role that products show; `wanderer` is that of a member without XP. */
export function mustShow(owned: ReadonlySet<Product>): string {
  if (owned.has('omega_premium')) return 'omega_premium';
  if (owned.has('premium') || owned.has('premium_lifetime')) return 'premium';
  return owned.has('vip') ? 'vip' : 'wanderer';
}
