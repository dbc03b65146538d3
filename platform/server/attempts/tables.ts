import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Attempts at accounts, for limits that every process must know. The migration makes the table unlogged: its rows cost
 * no write to disk, and a database server that crashes begins with an empty one.
 */
export const attempts = pgTable('attempts', {
  /** A keyed hash of what is counted and for whom: neither address nor account can be read from it. */
  key: text('key').primaryKey(),
  /** When everything is allowed again that the limit allows at once. After that time the row has no meaning. */
  fullAt: timestamp('full_at', { withTimezone: true }).notNull(),
});
