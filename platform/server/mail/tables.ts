import { date, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** Mails by day (UTC): how many were handed over, and when the last one was. No address is stored. */
export const mailDays = pgTable('mail_days', {
  day: date('day').primaryKey(),
  /** Taken by the mail server. */
  delivered: integer('delivered').notNull().default(0),
  /** Put into the local outbox, on a site without a mail server. */
  stored: integer('stored').notNull().default(0),
  /** Tries that failed; each mail has several. */
  failedTries: integer('failed_tries').notNull().default(0),
  deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  /** When a try failed last. */
  failedAt: timestamp('failed_at', { withTimezone: true }),
});
