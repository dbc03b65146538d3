import type { Product } from '#people/ledger/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { newId } from '#platform/server/ids.ts';
import type { PaymentProvider, ProviderInvoice, ProviderPayment, ProviderSubscription } from './provider.ts';
import { type HeldGrant, sourcePrefixes } from './rules.ts';

type ProviderName = PaymentProvider['name'];

export interface CustomerRow {
  readonly profile_id: string;
  readonly provider_id: string | null;
  readonly sync_started: number;
  readonly sync_applied: number;
  readonly closed_at: Date | null;
}

const customerColumns = sql.raw('profile_id, provider_id, sync_started, sync_applied, closed_at');

/** A member at a provider; null before their first checkout. */
export async function customerOf(db: Executor, profileId: string, provider: ProviderName): Promise<CustomerRow | null> {
  const [row] = await db.rows<CustomerRow>(
    sql`SELECT ${customerColumns} FROM payment_customers WHERE profile_id = ${profileId} AND provider = ${provider}`,
  );
  return row ?? null;
}

/** Whose customer id this is; null for one of nobody here. */
export async function profileOfCustomer(
  db: Executor,
  provider: ProviderName,
  providerId: string,
): Promise<string | null> {
  const [row] = await db.rows<{ profile_id: string }>(
    sql`SELECT profile_id FROM payment_customers WHERE provider = ${provider} AND provider_id = ${providerId}`,
  );
  return row?.profile_id ?? null;
}

/** Makes a customer's row, before the provider is asked; one that is there stays. */
export async function addCustomer(db: Executor, profileId: string, provider: ProviderName, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO payment_customers (profile_id, provider, created_at) VALUES (${profileId}, ${provider}, ${at}) ON CONFLICT DO NOTHING`);
}

/** Stores the provider's id of a customer, once. */
export async function nameCustomer(
  db: Executor,
  profileId: string,
  provider: ProviderName,
  providerId: string,
): Promise<void> {
  await db.rows(sql`
    UPDATE payment_customers SET provider_id = ${providerId} WHERE profile_id = ${profileId} AND provider = ${provider} AND provider_id IS NULL`);
}

/** Takes the number of a read of the provider's state that begins now; null for who is no customer. */
export async function beginSync(db: Executor, profileId: string, provider: ProviderName): Promise<CustomerRow | null> {
  const [row] = await db.rows<CustomerRow>(sql`
    UPDATE payment_customers SET sync_started = sync_started + 1
    WHERE profile_id = ${profileId} AND provider = ${provider} AND provider_id IS NOT NULL RETURNING ${customerColumns}`);
  return row ?? null;
}

/**
 * Marks a read of the provider's state as applied. Holds the customer's row until the transaction ends.
 * @returns null where a read that began later was applied already: this one may know less. `isClosed`: the member has left.
 */
export async function takeSync(
  tx: Tx,
  profileId: string,
  provider: ProviderName,
  number: number,
  at: Date,
): Promise<{ isClosed: boolean } | null> {
  const [row] = await tx.rows<{ closed_at: Date | null }>(sql`
    UPDATE payment_customers SET sync_applied = ${number}, synced_at = ${at}
    WHERE profile_id = ${profileId} AND provider = ${provider} AND sync_applied < ${number} RETURNING closed_at`);
  return row ? { isClosed: row.closed_at !== null } : null;
}

/** Customers after one, by profile, for the reconciliation. */
export async function customersAfter(
  db: Executor,
  provider: ProviderName,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ profile_id: string }>(sql`
    SELECT profile_id FROM payment_customers
    WHERE provider = ${provider} AND provider_id IS NOT NULL AND profile_id > ${after}::uuid ORDER BY profile_id LIMIT ${limit}`);
  return rows.map((row) => row.profile_id);
}

export interface SessionRow {
  readonly id: string;
  readonly profile_id: string;
  readonly provider_id: string | null;
  readonly product: Product;
  readonly url: string | null;
  readonly state: 'open' | 'paid' | 'expired';
  readonly created_at: Date;
}

const sessionColumns = sql.raw('id, profile_id, provider_id, product, url, state, created_at');

/** Reserves the open checkout of a slot. @returns it, or the one that was open already, of whatever product */
export async function reserveSession(
  db: Executor,
  session: { profileId: string; provider: ProviderName; product: Product; slot: string; at: Date },
): Promise<SessionRow> {
  const { profileId, provider, product, slot, at } = session;
  for (;;) {
    const [row] = await db.rows<SessionRow>(sql`
      WITH made AS (
        INSERT INTO payment_sessions (id, profile_id, provider, product, slot, state, created_at)
        VALUES (${newId(at)}, ${profileId}, ${provider}, ${product}, ${slot}, 'open', ${at}) ON CONFLICT DO NOTHING RETURNING ${sessionColumns}
      )
      SELECT ${sessionColumns} FROM made UNION ALL
      SELECT ${sessionColumns} FROM payment_sessions WHERE profile_id = ${profileId} AND provider = ${provider} AND slot = ${slot} AND state = 'open'
      LIMIT 1`);
    // Neither made nor seen: somebody else made it just now, after this statement began.
    if (row) return row;
  }
}

/** Stores the provider's answer to a reserved checkout. */
export async function nameSession(db: Executor, id: string, providerId: string, url: string): Promise<void> {
  await db.rows(sql`UPDATE payment_sessions SET provider_id = ${providerId}, url = ${url} WHERE id = ${id}`);
}

/** Stores how a checkout ended. */
export async function endSession(db: Executor, id: string, state: 'paid' | 'expired'): Promise<void> {
  await db.rows(sql`UPDATE payment_sessions SET state = ${state} WHERE id = ${id} AND state = 'open'`);
}

/** The open checkouts of a member that the provider knows. */
export async function openSessions(db: Executor, profileId: string, provider: ProviderName): Promise<SessionRow[]> {
  return await db.rows<SessionRow>(sql`
    SELECT ${sessionColumns} FROM payment_sessions
    WHERE profile_id = ${profileId} AND provider = ${provider} AND state = 'open' AND provider_id IS NOT NULL`);
}

/** Forgets the checkouts of a member who has left. */
export async function deleteSessions(db: Executor, profileId: string): Promise<void> {
  await db.rows(sql`DELETE FROM payment_sessions WHERE profile_id = ${profileId}`);
}

/** A checkout by the provider's id; null where nobody here began it. */
export async function sessionByProvider(
  db: Executor,
  provider: ProviderName,
  providerId: string,
): Promise<SessionRow | null> {
  const [row] = await db.rows<SessionRow>(
    sql`SELECT ${sessionColumns} FROM payment_sessions WHERE provider = ${provider} AND provider_id = ${providerId}`,
  );
  return row ?? null;
}

export interface SubscriptionRow {
  readonly provider_id: string;
  readonly product: Product | null;
  readonly status: ProviderSubscription['status'];
  readonly period_start: Date;
  readonly period_end: Date;
  readonly ends_at: Date | null;
  readonly is_reversed: boolean;
}

/** A member's subscriptions as they were last described, newest period first. */
export async function subscriptionsOf(
  db: Executor,
  profileId: string,
  provider: ProviderName,
): Promise<SubscriptionRow[]> {
  return await db.rows<SubscriptionRow>(sql`
    SELECT provider_id, product, status, period_start, period_end, ends_at, is_reversed FROM subscriptions
    WHERE profile_id = ${profileId} AND provider = ${provider} ORDER BY period_end DESC, provider_id`);
}

/** Upserts subscriptions as the provider describes them. */
export async function writeSubscription(
  tx: Tx,
  profileId: string,
  provider: ProviderName,
  subscription: ProviderSubscription,
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO subscriptions (provider, provider_id, profile_id, product, status, period_start, period_end, ends_at, is_reversed)
    VALUES (${provider}, ${subscription.id}, ${profileId}, ${subscription.product}, ${subscription.status}, ${subscription.periodStart}, ${subscription.periodEnd}, ${subscription.endsAt}, ${subscription.isReversed})
    ON CONFLICT (provider, provider_id) DO UPDATE SET product = excluded.product, status = excluded.status, period_start = excluded.period_start,
      period_end = excluded.period_end, ends_at = excluded.ends_at, is_reversed = excluded.is_reversed`);
}

/** Upserts a payment as the provider describes it. */
export async function writePurchase(
  tx: Tx,
  profileId: string,
  provider: ProviderName,
  payment: ProviderPayment,
): Promise<void> {
  await tx.rows(sql`
    INSERT INTO purchases (provider, provider_id, profile_id, product, cents, currency, state, paid_at)
    VALUES (${provider}, ${payment.id}, ${profileId}, ${payment.product}, ${payment.cents}, ${payment.currency}, ${payment.state}, ${payment.paidAt})
    ON CONFLICT (provider, provider_id) DO UPDATE SET product = excluded.product, state = excluded.state, cents = excluded.cents`);
}

export interface InvoiceRow {
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly status: ProviderInvoice['status'];
  readonly total_cents: number;
  readonly tax_cents: number;
  readonly refunded_cents: number;
  readonly currency: string;
  readonly url: string | null;
  readonly created_at: Date;
}

/** Upserts an invoice as the provider describes it. @returns whether it became paid by this */
export async function writeInvoice(
  tx: Tx,
  profileId: string | null,
  provider: ProviderName,
  invoice: ProviderInvoice,
): Promise<boolean> {
  const [before] = await tx.rows<{ status: string }>(
    sql`SELECT status FROM payment_invoices WHERE provider = ${provider} AND provider_id = ${invoice.id}`,
  );
  await tx.rows(sql`
    INSERT INTO payment_invoices (id, provider, provider_id, profile_id, number, title, status, total_cents, tax_cents, refunded_cents, currency, url, created_at, paid_at)
    VALUES (${newId(invoice.createdAt)}, ${provider}, ${invoice.id}, ${profileId}, ${invoice.number}, ${invoice.title}, ${invoice.status}, ${invoice.totalCents}, ${invoice.taxCents},
      ${invoice.refundedCents}, ${invoice.currency}, ${invoice.url}, ${invoice.createdAt}, ${invoice.paidAt})
    ON CONFLICT (provider, provider_id) DO UPDATE SET number = excluded.number, title = excluded.title, status = excluded.status, total_cents = excluded.total_cents,
      tax_cents = excluded.tax_cents, refunded_cents = excluded.refunded_cents, url = excluded.url, paid_at = excluded.paid_at`);
  return invoice.status === 'paid' && before?.status !== 'paid';
}

/** One page of a member's invoices, newest first, with one more row. */
export async function invoicePage(
  db: Executor,
  profileId: string,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<InvoiceRow[]> {
  return await db.rows<InvoiceRow>(sql`
    SELECT id, number, title, status, total_cents, tax_cents, refunded_cents, currency, url, created_at FROM payment_invoices
    WHERE profile_id = ${profileId}
      AND (${after?.at ?? null}::timestamptz IS NULL OR (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** Records an event or a repair, once (deduplication by its id). @returns false for one that was taken before */
export async function takeEvent(
  tx: Tx,
  provider: ProviderName,
  event: { id: string; type: string; profileId: string | null; at: Date },
): Promise<boolean> {
  const rows = await tx.rows(sql`
    INSERT INTO payment_events (provider, id, type, profile_id, received_at)
    VALUES (${provider}, ${event.id}, ${event.type}, ${event.profileId}, ${event.at}) ON CONFLICT DO NOTHING RETURNING id`);
  return rows.length > 0;
}

/** Forgets events that were taken before a timestamp. */
export async function forgetEvents(db: Executor, before: Date): Promise<void> {
  await db.rows(sql`DELETE FROM payment_events WHERE received_at < ${before}`);
}

/** Repairs of the reconciliation, newest first. */
export async function lastRepairs(db: Executor, limit: number): Promise<{ profile_id: string; received_at: Date }[]> {
  return await db.rows(sql`
    SELECT profile_id, received_at FROM payment_events WHERE type = 'reconciliation.repaired' ORDER BY received_at DESC LIMIT ${limit}`);
}

/** What payments have granted a member. */
export async function paidGrantsOf(tx: Tx, profileId: string): Promise<HeldGrant[]> {
  const [subscription, purchase] = sourcePrefixes;
  return await tx.rows(sql`
    SELECT name, source, expires_at FROM entitlements
    WHERE profile_id = ${profileId} AND (starts_with(source, ${subscription}) OR starts_with(source, ${purchase}))`);
}

/** The mail address for payments; null for members who have left. */
export async function addressOf(
  db: Executor,
  profileId: string,
): Promise<{ email: string; display_name: string } | null> {
  const [row] = await db.rows<{ email: string; display_name: string }>(
    sql`SELECT u.email, p.display_name FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ${profileId}`,
  );
  return row ?? null;
}

/** Everything about a member's payments, for their data export. */
export async function paymentsOfMember(db: Executor, profileId: string): Promise<Record<string, unknown[]>> {
  return {
    payment_customers: await db.rows(
      sql`SELECT provider, provider_id, created_at FROM payment_customers WHERE profile_id = ${profileId} ORDER BY created_at`,
    ),
    payment_sessions: await db.rows(
      sql`SELECT provider, product, state, created_at FROM payment_sessions WHERE profile_id = ${profileId} ORDER BY created_at, id`,
    ),
    subscriptions: await db.rows(
      sql`SELECT provider, provider_id, product, status, period_start, period_end, ends_at FROM subscriptions WHERE profile_id = ${profileId} ORDER BY period_start`,
    ),
    purchases: await db.rows(
      sql`SELECT provider, provider_id, product, cents, currency, state, paid_at FROM purchases WHERE profile_id = ${profileId} ORDER BY paid_at`,
    ),
    invoices: await db.rows(
      sql`SELECT provider, number, title, status, total_cents, tax_cents, refunded_cents, currency, created_at, paid_at FROM payment_invoices WHERE profile_id = ${profileId} ORDER BY created_at`,
    ),
  };
}

/**
 * Forgets a member: checkouts, subscriptions, purchases and events go. Invoices stay without the member, because the law
 * wants them; the customer's row stays closed, so that a late payment is recognised.
 * @returns whether the member was a customer
 */
export async function eraseMember(tx: Tx, profileId: string, at: Date): Promise<boolean> {
  // The open ones until the provider has ended them.
  await tx.rows(sql`DELETE FROM payment_sessions WHERE profile_id = ${profileId} AND state <> 'open'`);
  await tx.rows(sql`DELETE FROM subscriptions WHERE profile_id = ${profileId}`);
  await tx.rows(sql`DELETE FROM purchases WHERE profile_id = ${profileId}`);
  await tx.rows(sql`UPDATE payment_events SET profile_id = NULL WHERE profile_id = ${profileId}`);
  await tx.rows(sql`UPDATE payment_invoices SET profile_id = NULL, url = NULL WHERE profile_id = ${profileId}`);
  const rows = await tx.rows(
    sql`UPDATE payment_customers SET closed_at = ${at} WHERE profile_id = ${profileId} RETURNING provider`,
  );
  return rows.length > 0;
}
