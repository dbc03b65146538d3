import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Attempts at accounts, for limits that every process must know. The migration makes the table unlogged: its rows cost
 * no write to disk, and a database server that crashes begins with an empty one.
 */
export const attempts = pgTable('attempts', {
  /** A keyed hash of what is counted and for whom: neither address nor account can be read from it. */
  key: text('key').primaryKey(),
  /** Theoretical arrival time of GCRA: the limit is free again then, and the row has no meaning after it. */
  fullAt: timestamp('full_at', { withTimezone: true }).notNull(),
});
