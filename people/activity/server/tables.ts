import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#people/profiles/server/tables.ts';

/** What members did, for their profile. `user_id` is a profile id. */
export const activityFeed = pgTable(
  'activity_feed',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    activityType: text('activity_type').notNull(),
    targetId: uuid('target_id').notNull(),
    targetType: text('target_type').notNull(),
    content: text('content').notNull(),
    /** `friend_username`, …: as they were then. */
    metadata: jsonb('metadata').notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('activity_feed_user_idx').on(table.userId, table.createdAt, table.id),
    // The same thing is recorded once, however often it is done.
    uniqueIndex('activity_feed_target_key').on(table.userId, table.activityType, table.targetId),
    index('activity_feed_target_idx').on(table.targetType, table.targetId),
  ],
);
