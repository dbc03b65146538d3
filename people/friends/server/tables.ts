import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#people/profiles/server/tables.ts';

/** Requests and friendships. Both sides are profile ids; `user_id` has asked. */
export const friends = pgTable(
  'friends',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    friendId: uuid('friend_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['pending', 'accepted'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** When the status began: asked, or accepted. */
    since: timestamp('since', { withTimezone: true }).notNull(),
  },
  (table) => [
    // One row for two members, whoever asked: crossing requests meet here.
    uniqueIndex('friends_pair_key').on(
      sql`least(${table.userId}, ${table.friendId})`,
      sql`greatest(${table.userId}, ${table.friendId})`,
    ),
    index('friends_user_idx').on(table.userId, table.status, table.since, table.id),
    index('friends_friend_idx').on(table.friendId, table.status, table.since, table.id),
    check('friends_not_oneself', sql`${table.userId} <> ${table.friendId}`),
  ],
);

/** Who follows whom, without being asked. `profiles.follower_count` and `following_count` count them. */
export const follows = pgTable(
  'follows',
  {
    followerId: uuid('follower_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    followedId: uuid('followed_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.followedId] }),
    index('follows_follower_idx').on(table.followerId, table.createdAt, table.followedId),
    index('follows_followed_idx').on(table.followedId, table.followerId),
    check('follows_not_oneself', sql`${table.followerId} <> ${table.followedId}`),
  ],
);

/** Blocks between members. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked_idx').on(table.blockedId, table.blockerId),
  ],
);
