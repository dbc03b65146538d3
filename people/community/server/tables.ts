import { bigint, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** Site-wide counts: one row, counted by a job, because one hot row would slow every write. */
export const siteStatistics = pgTable('site_statistics', {
  id: integer('id').primaryKey(),
  members: integer('members').notNull(),
  /** Admins and moderators. */
  staff: integer('staff').notNull().default(0),
  /** Members whose role is none of wanderer, admin and moderator. */
  specialRoles: integer('special_roles').notNull().default(0),
  posts: integer('posts').notNull(),
  replies: integer('replies').notNull(),
  xp: bigint('xp', { mode: 'number' }).notNull(),
  countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
  /** Milliseconds that the counting took: a large site counts less often. */
  tookMs: integer('took_ms').notNull().default(0),
});
