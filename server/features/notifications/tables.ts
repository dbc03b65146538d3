import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** One thing that a member is told. `user_id` is a profile id. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Address below the site's root. */
    url: text('url'),
    /** Profile id of who caused it. */
    actorId: uuid('actor_id'),
    data: jsonb('data').notNull().default({}),
    /** The same cause told twice is told once. */
    cause: text('cause').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('notifications_cause_key').on(table.userId, table.cause),
    index('notifications_user_idx').on(table.userId, table.createdAt, table.id),
  ],
);
