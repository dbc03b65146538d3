import { customType, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Site settings that staff change at run time: one row each; what has no row has its default. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** Logos that admins have set: the one in force and the latest before it, which an undo takes back. */
export const siteLogos = pgTable('site_logos', {
  /** SHA-256 of the picture, hexadecimal: what the setting `logo` names. */
  sha256: text('sha256').primaryKey(),
  /** A PNG of at most 512 pixels a side, made by the site. */
  png: bytea('png').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
