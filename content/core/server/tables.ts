import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Columns that the table of every content type has; the shared statements name them. */
export const contentColumns = () => ({
  id: uuid('id').primaryKey(),
  state: text('state', { enum: ['pending', 'published', 'held', 'private', 'removed'] }).notNull(),
  /** The state that a restore goes back to. */
  stateBefore: text('state_before', { enum: ['pending', 'published', 'held', 'private'] }),
  removedBy: uuid('removed_by'),
  removedAt: at('removed_at'),
  removedReason: text('removed_reason'),
  version: integer('version').notNull().default(1),
  /** Idempotency key, made once by the form: a repeated submit finds the first content. */
  submitId: uuid('submit_id').notNull(),
  editedAt: at('edited_at'),
  /** Profile id of the member of staff who edited last; null where that was the author, or nobody. */
  editedBy: uuid('edited_by'),
  createdAt: at('created_at').notNull(),
});

/** Columns of an answer: a content that belongs to another content, in a thread or a room. */
export const answerColumns = () => ({
  /**
   * Its place in its thread: a sequence of the server, drawn while the parent's row is locked, so that places, live events
   * and commits have one order. Clocks may be set back, and differ between processes.
   */
  place: bigint('place', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
  excerpt: text('excerpt').notNull(),
});

/** Columns of a content that staff approve before others see it. */
export const reviewColumns = () => ({
  /** Who of staff approved or rejected it last; null for the operator, and for what waits. */
  decidedBy: uuid('decided_by'),
  /** When they did. Null again when its author deletes what was rejected: it is removed like any other then. */
  decidedAt: at('decided_at'),
});

/** Columns of a Markdown text. */
export const textColumns = () => ({
  content: text('content').notNull(),
  html: text('html').notNull(),
  /** Version of the Markdown renderer that made `html`. */
  renderer: smallint('renderer').notNull(),
});

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
