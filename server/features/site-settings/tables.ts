import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Site settings that staff change at run time: one row each; what has no row has its default. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
