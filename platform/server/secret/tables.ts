import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * One row: a canary value signed by the secret that the site's sessions, links and second factors are signed with, so
 * that a start with another secret is noticed.
 */
export const secretCanaries = pgTable('secret_canaries', {
  name: text('name').primaryKey(),
  signature: text('signature').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
