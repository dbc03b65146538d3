import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';

const at = (name: string) => timestamp(name, { withTimezone: true });
const provider = () => text('provider', { enum: ['stripe', 'test'] }).notNull();

/** A member as the payment provider knows them. The row outlives the account, so that a late payment is recognised. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    profileId: uuid('profile_id').notNull(),
    provider: provider(),
    /** Null until the provider has answered. */
    providerId: text('provider_id'),
    /** Counts the reads of the provider's state that began, and the number of the newest that was applied. */
    syncStarted: integer('sync_started').notNull().default(0),
    syncApplied: integer('sync_applied').notNull().default(0),
    syncedAt: at('synced_at'),
    /** When the member was erased: nothing is granted any more, and what still runs is ended at the provider. */
    closedAt: at('closed_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.provider] }),
    uniqueIndex('payment_customers_provider_key').on(table.provider, table.providerId),
  ],
);

/** Checkouts that members began. The row exists before the provider is asked. */
export const paymentSessions = pgTable(
  'payment_sessions',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    provider: provider(),
    providerId: text('provider_id'),
    product: text('product').notNull(),
    /** `subscription` for every tier, else the product: a member has one open checkout of each. */
    slot: text('slot').notNull(),
    url: text('url'),
    state: text('state', { enum: ['open', 'paid', 'expired'] }).notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_sessions_provider_key').on(table.provider, table.providerId),
    uniqueIndex('payment_sessions_open_key')
      .on(table.profileId, table.provider, table.slot)
      .where(sql`state = 'open'`),
  ],
);

/** Subscriptions as the provider last described them. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    provider: provider(),
    providerId: text('provider_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    product: text('product'),
    status: text('status', { enum: ['active', 'past_due', 'incomplete', 'ended'] }).notNull(),
    periodStart: at('period_start').notNull(),
    periodEnd: at('period_end').notNull(),
    /** When it ends by a cancellation; null while it renews. */
    endsAt: at('ends_at'),
    /** Its payment was refunded whole, or is disputed. */
    isReversed: boolean('is_reversed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerId] }),
    index('subscriptions_profile_idx').on(table.profileId),
  ],
);

/** One-time payments, as the provider last described them. */
export const purchases = pgTable(
  'purchases',
  {
    provider: provider(),
    providerId: text('provider_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    product: text('product'),
    cents: integer('cents').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['paid', 'refunded', 'disputed'] }).notNull(),
    paidAt: at('paid_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerId] }),
    index('purchases_profile_idx').on(table.profileId),
  ],
);

/** Invoices as the provider last described them. Of an erased member they stay, without the member. */
export const paymentInvoices = pgTable(
  'payment_invoices',
  {
    id: uuid('id').primaryKey(),
    provider: provider(),
    providerId: text('provider_id').notNull(),
    profileId: uuid('profile_id'),
    number: text('number'),
    title: text('title').notNull(),
    status: text('status', { enum: ['open', 'paid', 'void'] }).notNull(),
    totalCents: integer('total_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull(),
    currency: text('currency').notNull(),
    url: text('url'),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
  },
  (table) => [
    uniqueIndex('payment_invoices_provider_key').on(table.provider, table.providerId),
    index('payment_invoices_profile_idx').on(table.profileId, table.createdAt, table.id),
  ],
);

/** Events of the provider that were taken, so that each is taken once; and repairs of the reconciliation. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: provider(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    /** Null where it names nobody whom this site knows. */
    profileId: uuid('profile_id'),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('payment_events_received_idx').on(table.receivedAt),
  ],
);

/** What the test checkout knows of a customer. Outside production alone. */
export const testPayments = pgTable('test_payments', {
  customerId: text('customer_id').primaryKey(),
  account: jsonb('account').notNull(),
});
