import { bigint, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** Site-wide counts: one row, counted anew by a job, because one hot row would slow every write. */
export const siteStatistics = pgTable('site_statistics', {
  id: integer('id').primaryKey(),
  members: integer('members').notNull(),
  posts: integer('posts').notNull(),
  replies: integer('replies').notNull(),
  xp: bigint('xp', { mode: 'number' }).notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
});
