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
  const subscription = (how: (before: Subscription) => Subscription): TestAccount => ({
    ...account,
    subscriptions: account.subscriptions.map((known, at) =>
      'of' in step && at === step.of % account.subscriptions.length && known.status !== 'ended' ? how(known) : known,
    ),
  });
  const payment = (how: (before: Payment) => Payment): TestAccount => ({
    ...account,
    payments: account.payments.map((known, at) =>
      'of' in step && at === step.of % account.payments.length ? how(known) : known,
    ),
  });
  switch (step.do) {
    case 'subscribe': {
      const begun: Subscription = {
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
        subscriptions: [...account.subscriptions, begun],
        invoices: [...account.invoices, invoiceOf(id, 500, now)],
      };
    }
    case 'buy': {
      const paid: Payment = {
        id: `pi_${id}`,
        product: step.product,
        cents: 800,
        currency: 'usd',
        state: 'paid',
        paidAt: now,
      };
      return {
        ...account,
        payments: [...account.payments, paid],
        invoices: [...account.invoices, invoiceOf(id, 800, now)],
      };
    }
    case 'change':
      return subscription((before) => ({ ...before, product: step.product }));
    case 'fail':
      return subscription((before) => ({ ...before, status: 'past_due' }));
    case 'renew':
      return subscription((before) => ({
        ...before,
        status: 'active',
        periodStart: now,
        periodEnd: new Date(now.getTime() + 30 * DAY),
      }));
    case 'cancel':
      return subscription((before) => ({ ...before, endsAt: before.periodEnd }));
    case 'resume':
      return subscription((before) => ({ ...before, endsAt: null }));
    case 'end':
      return subscription((before) => ({ ...before, status: 'ended', endsAt: now }));
    case 'reverse':
      return subscription((before) => ({ ...before, isReversed: true }));
    case 'restore':
      return subscription((before) => ({ ...before, isReversed: false }));
    case 'refund':
      return payment((before) => ({ ...before, state: 'refunded' }));
    case 'dispute':
      return payment((before) => (before.state === 'paid' ? { ...before, state: 'disputed' } : before));
    case 'win':
      return payment((before) => (before.state === 'disputed' ? { ...before, state: 'paid' } : before));
  }
}

/**
 * What a member must own by an account: each source with its product and end, in order of the sources. Written apart from
 * `grantsFor`, which it checks.
 */
export function mustOwn(account: TestAccount, now: Date): { source: string; product: Product; until: number | null }[] {
  const paid = account.payments
    .filter((payment) => payment.state === 'paid')
    .map((payment) => ({ source: `purchase:${payment.id}`, product: payment.product, until: null }));
  const running = account.subscriptions
    .filter(
      (subscription) =>
        !subscription.isReversed && (subscription.status === 'active' || subscription.status === 'past_due'),
    )
    .map((subscription) => {
      const begin = subscription.status === 'active' ? subscription.periodEnd : subscription.periodStart;
      const last = begin.getTime() + graceDays * DAY;
      return {
        source: `subscription:${subscription.id}`,
        product: subscription.product,
        until: Math.min(last, subscription.endsAt?.getTime() ?? Infinity),
      };
    })
    .filter((grant) => grant.until > now.getTime());
  return [...paid, ...running].toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

/** The role that products show; `wanderer` is that of a member without XP. */
export function mustShow(owned: ReadonlySet<Product>): string {
  if (owned.has('omega_premium')) return 'omega_premium';
  if (owned.has('premium') || owned.has('premium_lifetime')) return 'premium';
  return owned.has('vip') ? 'vip' : 'wanderer';
}
