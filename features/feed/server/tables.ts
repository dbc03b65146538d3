import { sql } from 'drizzle-orm';
import {
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
import { answerColumns, contentColumns, textColumns } from '#content/core/server/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Uploads: one submit of the composer each. `content` is the whole text; title, summary and HTML are made from it when
 * it is written. Of an upload that is not published nothing reaches other readers.
 */
export const uploads = pgTable(
  'uploads',
  {
    ...contentColumns(),
    ...textColumns(),
    /** The sign-in user's id; null once the account is deleted. */
    userId: uuid('user_id'),
    /** Profile id. */
    authorId: uuid('author_id').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    /** Of the first file. */
    fileUrl: text('file_url'),
    fileType: text('file_type', { enum: ['image', 'audio', 'video'] }),
    /** What it holds, of all its files. A track is an upload with audio. */
    hasImage: boolean('has_image').notNull(),
    hasAudio: boolean('has_audio').notNull(),
    hasVideo: boolean('has_video').notNull(),
    hasPoll: boolean('has_poll').notNull(),
    isAdult: boolean('is_adult').notNull().default(false),
    /** It was made private and was never public: the first time, it gets the time of its release as `created_at`. */
    isUnreleased: boolean('is_unreleased').notNull().default(false),
    likeCount: integer('like_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    /** SHA-256 of the text, without one of files and poll, for the duplicate check. */
    fingerprint: text('fingerprint').notNull(),
  },
  (table) => [
    uniqueIndex('uploads_submit_key').on(table.authorId, table.submitId),
    // The feed reads these backwards. One for readers who see no 18+, one for those who do; and the rarer kinds.
    index('uploads_list_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' AND NOT is_adult`),
    index('uploads_list_adult_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published'`),
    index('uploads_audio_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' AND has_audio`),
    index('uploads_video_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' AND has_video`),
    index('uploads_poll_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' AND has_poll`),
    index('uploads_author_idx').on(table.authorId, table.createdAt, table.id),
    index('uploads_renderer_idx').on(table.renderer),
    index('uploads_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ],
);

/** A file's place in an upload (`id` is the track's). Timed comments and plays belong to it, whatever version is played. */
export const uploadFiles = pgTable(
  'upload_files',
  {
    id: uuid('id').primaryKey(),
    uploadId: uuid('upload_id').notNull(),
    position: smallint('position').notNull(),
    kind: text('kind', { enum: ['image', 'audio', 'video'] }).notNull(),
    /** The newest version's file. */
    fileId: uuid('file_id').notNull(),
    version: integer('version').notNull().default(1),
    versionAt: at('version_at').notNull(),
    /** A picture that its author has chosen, in the place of the one inside the sound; the upload has claimed it. */
    coverFileId: uuid('cover_file_id'),
    /** The picture inside the sound is not shown. */
    hidesFoundCover: boolean('hides_found_cover').notNull().default(false),
    /** Plays that counted, changed only in the transaction that counts one. */
    playCount: integer('play_count').notNull().default(0),
  },
  (table) => [index('upload_files_upload_idx').on(table.uploadId, table.position)],
);

/** Sounds that were replaced by newer ones, for their author and staff. */
export const trackVersions = pgTable(
  'track_versions',
  {
    trackId: uuid('track_id').notNull(),
    version: integer('version').notNull(),
    fileId: uuid('file_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.trackId, table.version] })],
);

/** Likes. `user_id` is the sign-in user's id. */
export const uploadLikes = pgTable(
  'upload_likes',
  {
    uploadId: uuid('upload_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.userId] }),
    index('upload_likes_user_idx').on(table.userId, table.createdAt),
  ],
);

/** Comments, flat in order of time; one may have a position in a track. */
export const uploadComments = pgTable(
  'upload_comments',
  {
    ...contentColumns(),
    ...textColumns(),
    ...answerColumns(),
    uploadId: uuid('upload_id').notNull(),
    authorId: uuid('author_id').notNull(),
    /** The track and position that a timed comment speaks of. */
    trackId: uuid('track_id'),
    atMs: integer('at_ms'),
    /** The mark of the upload's author on a timed comment. */
    mark: text('mark', { enum: ['needs_work', 'resolved'] }),
  },
  (table) => [
    uniqueIndex('upload_comments_submit_key').on(table.authorId, table.submitId),
    index('upload_comments_upload_idx').on(table.uploadId, table.place),
    index('upload_comments_moment_idx')
      .on(table.trackId, table.place)
      .where(sql`state = 'published' AND track_id IS NOT NULL`),
    index('upload_comments_author_idx').on(table.authorId, table.createdAt),
    index('upload_comments_renderer_idx').on(table.renderer),
    index('upload_comments_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ],
);

/** A poll is part of one upload. */
export const polls = pgTable('polls', {
  uploadId: uuid('upload_id').primaryKey(),
  question: text('question').notNull(),
  closesAt: at('closes_at').notNull(),
  /** Votes, counted in the transaction of each. */
  total: integer('total').notNull().default(0),
});

export const pollOptions = pgTable(
  'poll_options',
  {
    id: uuid('id').primaryKey(),
    uploadId: uuid('upload_id').notNull(),
    position: smallint('position').notNull(),
    label: text('label').notNull(),
    votes: integer('votes').notNull().default(0),
  },
  (table) => [index('poll_options_upload_idx').on(table.uploadId, table.position)],
);

/** One final, secret choice for each member. `user_id` is the sign-in user's id, or a made-up one for members who have left. */
export const pollVotes = pgTable(
  'poll_votes',
  {
    uploadId: uuid('upload_id').notNull(),
    userId: uuid('user_id').notNull(),
    optionId: uuid('option_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.userId] }), index('poll_votes_user_idx').on(table.userId)],
);

/** Hashtags of uploads. `created_at` is the upload's, so that a tag's list is in the order of the feed. */
export const uploadTags = pgTable(
  'upload_tags',
  {
    uploadId: uuid('upload_id').notNull(),
    tag: text('tag').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.tag] }),
    index('upload_tags_tag_idx').on(table.tag, table.createdAt, table.uploadId),
    index('upload_tags_created_idx').on(table.createdAt),
  ],
);

/**
 * Plays: begun, heard to their end, and counted or marked. `listener` is a profile id, or of a visitor the network. What
 * was heard stays as an event, so that plays can be counted again when the rule changes.
 */
export const plays = pgTable(
  'plays',
  {
    id: uuid('id').primaryKey(),
    trackId: uuid('track_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    listener: text('listener').notNull(),
    /**
     * A keyed hash of the day and the address (IPv6: of its /64), never the address. Null for plays of before it was
     * stored, and once an event is too old to be judged again.
     */
    network: text('network'),
    /** The secret link that it came through. */
    linkId: uuid('link_id'),
    /** Milliseconds that must pass until it counts. */
    neededMs: integer('needed_ms').notNull(),
    startedAt: at('started_at').notNull(),
    /** When enough of it was heard. */
    heardAt: at('heard_at'),
    /** Why it does not count: see `judge` in `play-rules.ts`. */
    mark: text('mark', { enum: ['own', 'repeat', 'burst'] }),
    countedAt: at('counted_at'),
  },
  (table) => [
    index('plays_listener_idx').on(table.listener, table.trackId, table.countedAt),
    index('plays_counted_idx')
      .on(table.trackId)
      .where(sql`counted_at IS NOT NULL`),
    index('plays_open_idx')
      .on(table.startedAt)
      .where(sql`counted_at IS NULL`),
    index('plays_network_idx')
      .on(table.network, table.trackId, table.heardAt)
      .where(sql`network IS NOT NULL`),
    index('plays_heard_idx')
      .on(table.heardAt)
      .where(sql`network IS NOT NULL`),
  ],
);
