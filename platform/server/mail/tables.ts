import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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

/** Addresses that a mail server has refused for good: nothing is sent there that was not just asked for. */
export const mailRefusals = pgTable('mail_refusals', {
  /** In lower case. */
  address: text('address').primaryKey(),
  /** What the mail server said. */
  answer: text('answer').notNull(),
  refusedAt: timestamp('refused_at', { withTimezone: true }).notNull(),
});
