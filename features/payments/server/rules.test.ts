import { describe, expect, it } from 'vitest';
import { products } from '#people/ledger/contract/limits.ts';
import type { ProviderPayment, ProviderState, ProviderSubscription } from './provider.ts';
import { type HeldGrant, grantChanges, grantsFor, isInLifetime, isTier, moneyText, slotOf } from './rules.ts';

const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
const subscription = (more: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 's',
  product: 'vip',
  status: 'active',
  periodStart: day(1),
  periodEnd: day(31),
  endsAt: null,
  isReversed: false,
  ...more,
});
const payment = (more: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: 'p',
  product: 'ultimate-package',
  cents: 999,
  currency: 'usd',
  state: 'paid',
  paidAt: day(1),
  ...more,
});
const state = (subscriptions: ProviderSubscription[], payments: ProviderPayment[] = []): ProviderState => ({
  subscriptions,
  payments,
  invoices: [],
});
/** Until when a subscription grants its product, seen on a day, with three days of grace. */
const until = (more: Partial<ProviderSubscription>, now = day(2)): Date | null | undefined =>
  grantsFor(state([subscription(more)]), now, 3).get('subscription:s')?.expiresAt;

describe('a subscription grants its product', () => {
  it('to the end of its period and the days of grace, and not a moment longer', () => {
    expect(grantsFor(state([subscription()]), day(2), 3)).toEqual(
      new Map([['subscription:s', { product: 'vip', expiresAt: day(34) }]]),
    );
    expect(until({}, new Date(day(34).getTime() - 1))).toEqual(day(34));
    expect(until({}, day(34))).toBeUndefined();
  });

  it('whose renewal fails from the beginning of the unpaid period', () => {
    expect(until({ status: 'past_due', periodStart: day(31), periodEnd: day(61) })).toEqual(day(34));
  });

  it('that was cancelled to its end, without grace, and never beyond what was paid', () => {
    expect(until({ endsAt: day(20) })).toEqual(day(20));
    expect(until({ endsAt: day(31) })).toEqual(day(31));
    expect(until({ endsAt: day(99) })).toEqual(day(34));
  });

  it('while it is paid, sold here, and neither refunded nor disputed', () => {
    for (const more of [
      { product: null },
      { isReversed: true },
      { status: 'ended' },
      { status: 'incomplete' },
    ] as const)
      expect(until(more), JSON.stringify(more)).toBeUndefined();
  });
});

it('what was paid once is granted for good, while it is neither refunded nor disputed', () => {
  expect(grantsFor(state([], [payment()]), day(2), 3)).toEqual(
    new Map([['purchase:p', { product: 'ultimate-package', expiresAt: null }]]),
  );
  for (const more of [{ product: null }, { state: 'refunded' }, { state: 'disputed' }] as const)
    expect(grantsFor(state([], [payment(more)]), day(2), 3).size).toBe(0);
});

describe('stored grants', () => {
  const held = (more: Partial<HeldGrant> = {}): HeldGrant => ({
    name: 'vip',
    source: 'subscription:s',
    expires_at: day(9),
    ...more,
  });
  const due = new Map([['subscription:s', { product: 'vip', expiresAt: day(9) }]] as const);

  it('that stand as they should are left alone', () => {
    expect(grantChanges([held()], due)).toEqual({ revoked: [], granted: new Map() });
    const forGood = new Map([['subscription:s', { product: 'vip', expiresAt: null }]] as const);
    expect(grantChanges([held({ expires_at: null })], forGood).granted.size).toBe(0);
  });

  it('with another end are written over, and with another product or none are revoked', () => {
    expect(grantChanges([held({ expires_at: day(8) })], due)).toEqual({ revoked: [], granted: due });
    expect(grantChanges([held({ expires_at: null })], due)).toEqual({ revoked: [], granted: due });
    expect(grantChanges([held({ name: 'premium' })], due)).toEqual({
      revoked: [held({ name: 'premium' })],
      granted: due,
    });
    expect(grantChanges([held({ source: 'purchase:x' })], new Map())).toEqual({
      revoked: [held({ source: 'purchase:x' })],
      granted: new Map(),
    });
    expect(grantChanges([], due)).toEqual({ revoked: [], granted: due });
  });
});

describe('a product', () => {
  it('is paid by the month where it is a tier; of all tiers one checkout is open', () => {
    expect(products.filter((product) => isTier(product))).toEqual(['vip', 'premium', 'omega_premium']);
    expect(products.map((product) => slotOf(product))).toEqual([
      'subscription',
      'subscription',
      'subscription',
      'premium_lifetime',
      'ultimate-package',
    ]);
  });

  it('is in Premium for life up to Premium', () => {
    expect([null, ...products].filter((product) => isInLifetime(product))).toEqual(['vip', 'premium']);
  });
});

it('money is written in the digits of its currency', () => {
  expect([moneyText(999, 'usd'), moneyText(100_000, 'usd'), moneyText(500, 'jpy'), moneyText(1500, 'kwd')]).toEqual([
    '$9.99',
    '$1,000.00',
    '¥500',
    'KWD\u00a01.500',
  ]);
});
