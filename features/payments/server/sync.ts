import type { Context } from '#platform/server/context.ts';
import { grantEntitlement, revokeEntitlement } from '#people/ledger/server/actions.ts';
import { grantsOf, lockBalances } from '#people/ledger/server/store.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import { mailEnded, mailReceipt, mailRenewalFailed } from './mail.ts';
import type { PaymentProvider, ProviderState, ProviderSubscription } from './provider.ts';
import { providerOf } from './providers.ts';
import { grantChanges, grantsFor, isInLifetime } from './rules.ts';
import {
  type SubscriptionRow,
  addressOf,
  beginSync,
  deleteSessions,
  endSession,
  openSessions,
  paidGrantsOf,
  subscriptionsOf,
  takeEvent,
  takeSync,
  writeInvoice,
  writePurchase,
  writeSubscription,
} from './store.ts';

/** Why a customer's state is read: a reconciliation reports what it had to repair. */
export type SyncReason = 'event' | 'reconciliation';

/** Older receipts are not mailed any more: a first read of a long history would send them all. */
const RECEIPT_MAX_AGE_MS = 3 * 86_400_000;

/**
 * Reads what the provider knows of a member and makes rights, mirrors and mails follow it. Safe to run at any time and
 * any number of times, also at once: of two reads the one that began later counts.
 * @returns whether rights changed by it
 * @throws {ProviderFailed}
 */
export async function syncMember(ctx: Context, profileId: string, reason: SyncReason): Promise<boolean> {
  const provider = await providerOf(ctx);
  if (!provider) return false;
  const { hasChanged, hasEnded } = await syncOnce(ctx, provider, profileId, reason);
  return hasEnded ? (await syncOnce(ctx, provider, profileId, reason)).hasChanged || hasChanged : hasChanged;
}

/** @returns `hasEnded`: a subscription was ended by it, so that the provider's state is another one now */
async function syncOnce(
  ctx: Context,
  provider: PaymentProvider,
  profileId: string,
  reason: SyncReason,
): Promise<{ hasChanged: boolean; hasEnded: boolean }> {
  const customer = await beginSync(ctx.db, profileId, provider.name);
  if (!customer) return { hasChanged: false, hasEnded: false };
  const state = await provider.state(customer.provider_id!);
  await settleSessions(ctx, provider, profileId);
  const done = await ctx.db.tx((tx) => apply(ctx, tx, provider, profileId, customer.sync_started, state, reason));
  if (done?.isClosed) await endAll(ctx, provider, profileId, state);
  const hasEnded = done !== null && !done.isClosed && (await endCovered(ctx, provider, profileId, state));
  return { hasChanged: done?.hasChanged ?? false, hasEnded };
}

const runs = (subscription: ProviderSubscription): boolean =>
  subscription.status === 'active' || subscription.status === 'past_due';

/** Ends the subscriptions of who has Premium for life, whoever gave it; their unused days are credited. @returns whether one ran */
async function endCovered(
  ctx: Context,
  provider: PaymentProvider,
  profileId: string,
  state: ProviderState,
): Promise<boolean> {
  const covered = state.subscriptions.filter(
    (subscription) => runs(subscription) && isInLifetime(subscription.product),
  );
  if (covered.length === 0 || !(await grantsOf(ctx.db, profileId, ctx.clock.now())).has('premium_lifetime'))
    return false;
  for (const { id } of covered) await provider.endSubscription(id, 'credited');
  return true;
}

/** Stores how checkouts have ended, so that a new one can be begun. */
async function settleSessions(ctx: Context, provider: PaymentProvider, profileId: string): Promise<void> {
  for (const row of await openSessions(ctx.db, profileId, provider.name)) {
    const session = await provider.session(row.provider_id!);
    if (session?.state !== 'open') await endSession(ctx.db, row.id, session?.state ?? 'expired');
  }
}

async function apply(
  ctx: Context,
  tx: Tx,
  provider: PaymentProvider,
  profileId: string,
  number: number,
  state: ProviderState,
  reason: SyncReason,
): Promise<{ isClosed: boolean; hasChanged: boolean } | null> {
  // The profile first, as everything does that changes rights.
  await lockBalances(tx, profileId);
  const at = ctx.clock.now();
  const taken = await takeSync(tx, profileId, provider.name, number, at);
  if (!taken) return null;
  if (taken.isClosed) {
    // Of a member who has left the books alone go on.
    for (const invoice of state.invoices) await writeInvoice(tx, null, provider.name, { ...invoice, url: null });
    return { isClosed: true, hasChanged: false };
  }
  const before = await subscriptionsOf(tx, profileId, provider.name);
  for (const subscription of state.subscriptions) await writeSubscription(tx, profileId, provider.name, subscription);
  for (const payment of state.payments) await writePurchase(tx, profileId, provider.name, payment);
  const address = await addressOf(tx, profileId);
  for (const invoice of state.invoices) {
    const becamePaid = await writeInvoice(tx, profileId, provider.name, invoice);
    const isRecent = (invoice.paidAt ?? invoice.createdAt).getTime() > at.getTime() - RECEIPT_MAX_AGE_MS;
    if (becamePaid && isRecent && invoice.totalCents > 0 && address)
      await ctx.mail.send(tx, mailReceipt(ctx, address.email, invoice));
  }
  const hasChanged = await followGrants(ctx, tx, profileId, state);
  if (address) await mailChanges(ctx, tx, address.email, before, state);
  if (hasChanged && reason === 'reconciliation') {
    ctx.log.warn({ profileId }, 'the reconciliation of payments repaired the rights of a member');
    const event = { id: `repair_${newId(at)}`, type: 'reconciliation.repaired', profileId, at };
    await takeEvent(tx, provider.name, event);
  }
  return { isClosed: false, hasChanged };
}

/** Grants what is paid for and takes away what is not, of what payments have granted. @returns whether anything changed */
async function followGrants(ctx: Context, tx: Tx, profileId: string, state: ProviderState): Promise<boolean> {
  const due = grantsFor(state, ctx.clock.now(), ctx.config.payments.graceDays);
  const { revoked, granted } = grantChanges(await paidGrantsOf(tx, profileId), due);
  for (const { name, source } of revoked) await revokeEntitlement(ctx, tx, profileId, name, source);
  for (const [source, grant] of granted)
    await grantEntitlement(ctx, tx, profileId, grant.product, source, grant.expiresAt);
  return revoked.length > 0 || granted.size > 0;
}

/** Mails the member that a subscription failed to renew, or has ended. */
async function mailChanges(
  ctx: Context,
  tx: Tx,
  email: string,
  before: readonly SubscriptionRow[],
  state: ProviderState,
): Promise<void> {
  const statusBefore = new Map(before.map((row) => [row.provider_id, row.status]));
  for (const subscription of state.subscriptions) {
    const was = statusBefore.get(subscription.id);
    if (subscription.product === null || was === undefined || was === subscription.status) continue;
    const until = new Date(subscription.periodStart.getTime() + ctx.config.payments.graceDays * 86_400_000);
    if (subscription.status === 'past_due')
      await ctx.mail.send(tx, mailRenewalFailed(ctx, email, subscription.product, until));
    if (subscription.status === 'ended') await ctx.mail.send(tx, mailEnded(ctx, email, subscription.product));
  }
}

/** Ends every checkout and subscription of a member who has left, and reports later payments. */
async function endAll(ctx: Context, provider: PaymentProvider, profileId: string, state: ProviderState): Promise<void> {
  for (const row of await openSessions(ctx.db, profileId, provider.name))
    await provider.expireSession(row.provider_id!);
  await deleteSessions(ctx.db, profileId);
  for (const subscription of state.subscriptions.filter(runs)) {
    await provider.endSubscription(subscription.id, 'lost');
    ctx.log.warn(
      { profileId, subscription: subscription.id },
      'a subscription of a deleted member was ended: look at the provider whether its last payment must be paid back',
    );
  }
}
