import { date, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** Figures of a day (UTC) for the Overview of the admin panel, counted by a job. */
export const siteDays = pgTable('site_days', {
  day: date('day').primaryKey(),
  signUps: integer('sign_ups').notNull(),
  /** Members who visited. */
  active: integer('active').notNull(),
  /** Everything that members published or sent for approval: posts, replies, uploads and all other content. */
  posts: integer('posts').notNull(),
  /** Plays that count. */
  plays: integer('plays').notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
});
