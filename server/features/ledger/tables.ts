import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** XP and credits, append-only. The sums on the profile change in the same transaction, and nowhere else. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    currency: text('currency', { enum: ['xp', 'credits'] }).notNull(),
    amount: integer('amount').notNull(),
    /** What for: `daily_visit`, `forum_post`, `correction`, … */
    kind: text('kind').notNull(),
    /** Unique for a profile and currency, so that a retry never pays twice. */
    cause: text('cause').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_cause_key').on(table.profileId, table.currency, table.cause),
    index('ledger_entries_kind_idx').on(table.profileId, table.kind, table.createdAt),
  ],
);

/** Rights that a member holds by gift or purchase, each with its source. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    name: text('name').notNull(),
    source: text('source').notNull(),
    /** Null: for good. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex('entitlements_key').on(table.profileId, table.name, table.source)],
);
