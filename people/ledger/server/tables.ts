import { date, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

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
    index('ledger_entries_statement_idx').on(table.profileId, table.createdAt, table.id),
  ],
);

/**
 * What is left of credits that a member got from other members and may not spend yet; the rows of a past time count for
 * nothing. They are part of the balance.
 */
export const restingCredits = pgTable(
  'resting_credits',
  {
    /** That of the entry which brought them. */
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    /** Above zero: a refund takes of them first. */
    credits: integer('credits').notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  (table) => [index('resting_credits_profile_idx').on(table.profileId, table.until)],
);

/**
 * What a member earned in a UTC month or week: sums of the XP entries, changed in the same transaction, so that a
 * leaderboard is one short walk along an index however many members there are.
 */
export const xpPeriods = pgTable(
  'xp_periods',
  {
    period: text('period', { enum: ['month', 'week'] }).notNull(),
    /** The first of the month, or the week's Monday. */
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    profileId: uuid('profile_id').notNull(),
    /** Below zero where more was taken back than earned. */
    xp: integer('xp').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.startsOn, table.profileId] }),
    index('xp_periods_board_idx').on(table.period, table.startsOn, table.xp, table.profileId),
    index('xp_periods_profile_idx').on(table.profileId),
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
