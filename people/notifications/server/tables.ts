import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { digestRhythms } from '#people/notifications/contract/limits.ts';
import { sessions } from '#people/accounts/server/tables.ts';

/** One notification of a member. `user_id` is a profile id. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text('kind').notNull(),
    /** Begins with `{actor}` where somebody did it: the name is put in when it is read. */
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Address below the site's root. */
    url: text('url'),
    /** Profile id of who caused it; of several the last one. */
    actorId: uuid('actor_id'),
    /** The content it is about, such as a reply: when that is hidden, so is this. */
    contentId: uuid('content_id'),
    /** How many others did the same; -1 when nobody does any more. */
    others: integer('others').notNull().default(0),
    /** The largest number of others that it has named: only more than that make it unread again. */
    mostOthers: integer('most_others').notNull().default(0),
    /** Of the notification of a watched thread: what it counts while it is unread, hidden contents too, in their order of arrival. */
    contentIds: uuid('content_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** What it counts and no longer lists in `content_ids`. */
    unlisted: integer('unlisted').notNull().default(0),
    /** What it counted before it was read: none of it is news again. */
    pastIds: uuid('past_ids')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** `ownerId`: profile id of the author of what it is about, or of what that stands below, where it has one. */
    data: jsonb('data').notNull().default({}),
    /** The same cause notifies once. */
    cause: text('cause').notNull(),
    /** False: the member wants this kind by mail alone. */
    onSite: boolean('on_site').notNull().default(true),
    /** The content it is about is held, removed or withdrawn. */
    isHidden: boolean('is_hidden').notNull().default(false),
    isRead: boolean('is_read').notNull().default(false),
    /** When a mail of its own named it: the digest leaves it out. */
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('notifications_cause_key').on(table.userId, table.cause),
    index('notifications_user_idx').on(table.userId, table.createdAt, table.id),
    index('notifications_unread_idx')
      .on(table.userId)
      .where(sql`NOT is_read AND on_site AND NOT is_hidden`),
    index('notifications_content_idx')
      .on(table.contentId)
      .where(sql`content_id IS NOT NULL`),
    index('notifications_actor_idx')
      .on(table.actorId)
      .where(sql`actor_id IS NOT NULL`),
    index('notifications_thread_idx')
      .on(table.cause)
      .where(sql`kind = 'watched'`),
    // What the nightly cleaning reads.
    index('notifications_clear_idx')
      .on(table.createdAt)
      .where(sql`is_read OR NOT on_site`),
  ],
);

/** Where a member wants to hear of one kind; without a row, everywhere. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    profileId: uuid('profile_id').notNull(),
    kind: text('kind').notNull(),
    onSite: boolean('on_site').notNull(),
    byEmail: boolean('by_email').notNull(),
    byPush: boolean('by_push').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.profileId, table.kind] })],
);

/**
 * Who gets unread notifications by mail, and until when they have; without a row, nobody does. Who signs up gets a row with
 * the daily digest.
 */
export const notificationDigests = pgTable(
  'notification_digests',
  {
    profileId: uuid('profile_id').primaryKey(),
    rhythm: text('rhythm', { enum: digestRhythms }).notNull(),
    /** What came until this timestamp was mailed, or came before the member turned mails on. */
    sentUntil: timestamp('sent_until', { withTimezone: true }).notNull(),
    /** In the first week: when replies are mailed if the member is away then; null where none wait. */
    repliesDueAt: timestamp('replies_due_at', { withTimezone: true }),
    /** When replies were mailed last. */
    repliesMailedAt: timestamp('replies_mailed_at', { withTimezone: true }),
  },
  (table) => [
    index('notification_digests_due_idx')
      .on(table.rhythm, table.sentUntil)
      .where(sql`rhythm <> 'off'`),
    index('notification_digests_replies_idx')
      .on(table.repliesDueAt)
      .where(sql`replies_due_at IS NOT NULL`),
  ],
);

/** Browsers that get pushes. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id').notNull(),
    /** Whoever signs out, or is signed out, gets no more pushes there. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Address at the browser's push service. Whoever knows it is the browser. */
    endpoint: text('endpoint').notNull().unique(),
    /** The browser's public key and its shared secret (RFC 8291), base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    label: text('label').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('push_devices_profile_idx').on(table.profileId, table.createdAt),
    index('push_devices_session_idx').on(table.sessionId),
  ],
);
