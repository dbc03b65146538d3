import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Every version of texts that were edited; the newest stands in the content's own row too. */
export const contentVersions = pgTable(
  'content_versions',
  {
    contentId: uuid('content_id').notNull(),
    version: integer('version').notNull(),
    content: text('content').notNull(),
    editorId: uuid('editor_id').notNull(),
    /** Seems to hold private information: shown to staff and the author only, for good. */
    isPrivate: boolean('is_private').notNull(),
    /** Written while the text was locked: only readers of a locked text see it, even after the lock is removed. */
    isLocked: boolean('is_locked').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.version] })],
);

/** One reaction of a member to a content. */
export const reactions = pgTable(
  'content_reactions',
  {
    contentId: uuid('content_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    reaction: text('reaction').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.profileId] }),
    index('content_reactions_profile_idx').on(table.profileId),
  ],
);

/** Links that open one content to whoever has them, until they expire or are revoked: then their row is deleted. */
export const secretLinks = pgTable(
  'secret_links',
  {
    id: uuid('id').primaryKey(),
    contentKind: text('content_kind').notNull(),
    contentId: uuid('content_id').notNull(),
    /** Profile id of who made it: the content's author. */
    authorId: uuid('author_id').notNull(),
    /** SHA-256 of the token, in hexadecimal; the token itself is nowhere. */
    tokenHash: text('token_hash').notNull(),
    /** Whom it is for, in words of its author. */
    label: text('label').notNull(),
    /** Plays that counted and came through it. */
    playCount: integer('play_count').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** Null for one that does not expire. */
    expiresAt: at('expires_at'),
  },
  (table) => [
    uniqueIndex('secret_links_token_key').on(table.tokenHash),
    index('secret_links_author_idx').on(table.authorId, table.createdAt, table.id),
    index('secret_links_content_idx').on(table.contentId),
  ],
);
