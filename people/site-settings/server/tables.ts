import { customType, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Site settings that staff change at run time: one row each; what has no row has its default. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** Logos and other pictures of the site that admins have set: those in force and the latest before it, which an undo takes back. */
export const siteLogos = pgTable('site_logos', {
  /** SHA-256 of the picture, hexadecimal: what the setting names. */
  sha256: text('sha256').primaryKey(),
  /** Made by the site: a PNG, or the JPEG of a cover, which came after the column. */
  picture: bytea('png').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
