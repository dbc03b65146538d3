import { type Product, tiers } from '#people/ledger/contract/limits.ts';
import type { ProviderState } from './provider.ts';

const DAY_MS = 86_400_000;

/** A product that is paid for, until when. Null: for good. */
export interface PaidGrant {
  readonly product: Product;
  readonly expiresAt: Date | null;
}

/** Whether a product is paid by the month. */
export const isTier = (product: Product): boolean => tiers.some((tier) => tier.key === product);

/** Whether Premium for life opens all that a tier opens, its badge too: nobody pays for both. */
export const isInLifetime = (product: Product | null): boolean => product === 'vip' || product === 'premium';

/** One open checkout of each slot: of all tiers together one, so that nobody subscribes twice by two tabs. */
export const slotOf = (product: Product): string => (isTier(product) ? 'subscription' : product);

/** Begins the source of every grant that a payment gives. What the operator gave has another, and stays. */
export const sourcePrefixes = ['subscription:', 'purchase:'] as const;

/**
 * What a provider's state grants, by the source of the grant. A pure function of that state and the clock: the order in
 * which events arrived has no part in it.
 *
 * - A subscription that renews lasts until the end of its period, and `graceDays` more, in which its renewal may be late.
 * - One whose renewal fails lasts `graceDays` from the beginning of the unpaid period.
 * - One that was cancelled lasts until its end, without grace.
 * - What was refunded whole or is disputed grants nothing, until a dispute is won.
 */
export function grantsFor(state: ProviderState, now: Date, graceDays: number): Map<string, PaidGrant> {
  const grants = new Map<string, PaidGrant>();
  const later = (from: Date): Date => new Date(from.getTime() + graceDays * DAY_MS);
  for (const subscription of state.subscriptions) {
    if (
      subscription.product === null ||
      subscription.isReversed ||
      subscription.status === 'ended' ||
      subscription.status === 'incomplete'
    )
      continue;
    const end = subscription.status === 'past_due' ? later(subscription.periodStart) : later(subscription.periodEnd);
    const expiresAt = subscription.endsAt !== null && subscription.endsAt < end ? subscription.endsAt : end;
    if (expiresAt > now) grants.set(`subscription:${subscription.id}`, { product: subscription.product, expiresAt });
  }
  for (const payment of state.payments)
    if (payment.product !== null && payment.state === 'paid')
      grants.set(`purchase:${payment.id}`, { product: payment.product, expiresAt: null });
  return grants;
}

/** A grant of a payment that is stored. */
export interface HeldGrant {
  readonly name: Product;
  readonly source: string;
  readonly expires_at: Date | null;
}

/**
 * What turns the stored grants of payments into those that are due. A grant that stands as it should is in neither list;
 * one with another end is in `granted` alone, and is written over.
 */
export function grantChanges(
  held: readonly HeldGrant[],
  due: ReadonlyMap<string, PaidGrant>,
): { readonly revoked: readonly HeldGrant[]; readonly granted: ReadonlyMap<string, PaidGrant> } {
  const granted = new Map(due);
  const revoked: HeldGrant[] = [];
  for (const row of held) {
    const wanted = due.get(row.source);
    if (wanted?.product !== row.name) revoked.push(row);
    else if (wanted.expiresAt?.getTime() === row.expires_at?.getTime()) granted.delete(row.source);
  }
  return { revoked, granted };
}

/** US cents as a person reads them: `$9.99`. */
export function moneyText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(cents / 10 ** digits);
}
