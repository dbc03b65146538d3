import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Published versions of the operator's texts and own pages. Append-only: what members accepted stays to be read. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    key: text('key').notNull(),
    /** From 1; 0 is the default text, which has no row. */
    version: integer('version').notNull(),
    /** Number among the versions of all texts, in the order in which they were published. */
    revision: integer('revision').notNull().unique(),
    source: text('source').notNull(),
    note: text('note').notNull(),
    needsAcceptance: boolean('needs_acceptance').notNull(),
    /** Profile id. */
    createdBy: uuid('created_by'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.version] })],
);

/** Who accepted which version, and when. Up to which revision stands on the profile too, where every request reads it. */
export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    profileId: uuid('profile_id').notNull(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    acceptedAt: timestamp('accepted_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.profileId, table.key, table.version] })],
);
