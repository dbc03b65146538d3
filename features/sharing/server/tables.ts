import { type SQL, sql } from 'drizzle-orm';
import {
  type ExtraConfigColumn,
  type IndexBuilder,
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
import { answerColumns, contentColumns, reviewColumns, textColumns } from '#content/core/server/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Columns that the table of every type of this feature has; its statements name them. */
const sharingColumns = () => ({
  ...contentColumns(),
  /** Profile id. */
  authorId: uuid('author_id').notNull(),
  title: text('title').notNull(),
  /** Markdown; `html` and `summary` are made from it when it is written. */
  description: text('description').notNull(),
  html: text('html').notNull(),
  summary: text('summary').notNull(),
  renderer: smallint('renderer').notNull(),
  tags: text('tags').array().notNull(),
  /** Everything that the list's search compares, in the form in which it compares (`searchForm` of `rules.ts`). */
  searchText: text('search_text').notNull(),
  isAdult: boolean('is_adult').notNull().default(false),
  likeCount: integer('like_count').notNull().default(0),
  replyCount: integer('reply_count').notNull().default(0),
  /** SHA-256 of what its readers would call the same, for the duplicate check. */
  fingerprint: text('fingerprint').notNull(),
});

/** Columns of what is downloaded. */
const downloadColumns = () => ({
  /** Members who have downloaded it, each counted once. */
  downloadCount: integer('download_count').notNull().default(0),
});

/** Columns of kits and packs: what is seen or heard before the download, and under which terms it is given. */
const kitColumns = () => ({
  ...downloadColumns(),
  downloadUrl: text('download_url'),
  /** Address of the claimed file that previews it. */
  previewUrl: text('preview_url'),
  licence: text('licence', { enum: ['royalty-free', 'cc0', 'cc-by', 'cc-by-nc', 'own'] }).notNull(),
  licenceText: text('licence_text').notNull(),
  /** The newest version of its archive, a file, and its number. */
  archiveFileId: uuid('archive_file_id'),
  archiveVersion: integer('archive_version'),
  /** Credits that the archive costs, once; null for nothing. */
  price: integer('price'),
});

/** What a list reads: newest and most liked, of all or of one type. */
function listIndexes(
  name: string,
  table: Record<
    'createdAt' | 'likeCount' | 'id' | 'tags' | 'searchText' | 'authorId' | 'submitId' | 'renderer' | 'removedAt',
    ExtraConfigColumn
  >,
  type?: ExtraConfigColumn,
): IndexBuilder[] {
  const published: SQL = sql`state = 'published'`;
  const waiting: SQL = sql`state IN ('pending', 'held')`;
  return [
    uniqueIndex(`${name}_submit_key`).on(table.authorId, table.submitId),
    index(`${name}_newest_idx`).on(table.createdAt, table.id).where(published),
    index(`${name}_liked_idx`).on(table.likeCount, table.createdAt, table.id).where(published),
    ...(type
      ? [
          index(`${name}_type_newest_idx`).on(type, table.createdAt, table.id).where(published),
          index(`${name}_type_liked_idx`).on(type, table.likeCount, table.createdAt, table.id).where(published),
        ]
      : []),
    index(`${name}_tags_idx`).using('gin', table.tags).where(published),
    index(`${name}_search_idx`).using('gin', table.searchText.op('gin_trgm_ops')).where(published),
    index(`${name}_author_idx`).on(table.authorId, table.createdAt, table.id),
    index(`${name}_waiting_idx`).on(table.createdAt, table.id).where(waiting),
    index(`${name}_renderer_idx`).on(table.renderer),
    index(`${name}_removed_idx`)
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ];
}

/** Likes of one type. `user_id` is the sign-in user's id. */
function likesTable(kind: string, column: string) {
  return pgTable(
    `${kind}_likes`,
    { itemId: uuid(column).notNull(), userId: uuid('user_id').notNull(), createdAt: at('created_at').notNull() },
    (table) => [
      primaryKey({ columns: [table.itemId, table.userId] }),
      index(`${kind}_likes_user_idx`).on(table.userId, table.createdAt),
    ],
  );
}

/** Replies to one type, flat in their order. */
function repliesTable(kind: string, column: string) {
  const name = `${kind}_replies`;
  return pgTable(
    name,
    {
      ...contentColumns(),
      ...textColumns(),
      ...answerColumns(),
      itemId: uuid(column).notNull(),
      /** Profile id. */
      authorId: uuid('author_id').notNull(),
      /** The sign-in user's id; null once the account is deleted. */
      userId: uuid('user_id'),
    },
    (table) => [
      uniqueIndex(`${name}_submit_key`).on(table.authorId, table.submitId),
      index(`${name}_item_idx`).on(table.itemId, table.place),
      index(`${name}_author_idx`).on(table.authorId, table.createdAt),
      index(`${name}_renderer_idx`).on(table.renderer),
      index(`${name}_removed_idx`)
        .on(table.removedAt)
        .where(sql`state = 'removed'`),
    ],
  );
}

/** Songs: an address at one of the platforms, or a track of this site. */
export const songs = pgTable(
  'songs',
  {
    ...sharingColumns(),
    artist: text('artist').notNull(),
    url: text('url'),
    platform: text('platform', { enum: ['soundcloud', 'spotify', 'youtube', 'bandcamp', 'site'] }).notNull(),
    uploadId: uuid('upload_id'),
    trackId: uuid('track_id'),
  },
  (table) => [
    ...listIndexes('songs', table, table.platform),
    index('songs_upload_idx')
      .on(table.uploadId)
      .where(sql`upload_id IS NOT NULL`),
  ],
);
export const songLikes = likesTable('song', 'song_id');
export const songReplies = repliesTable('song', 'song_id');

export const drumkits = pgTable('drumkits', { ...sharingColumns(), ...kitColumns() }, (table) =>
  listIndexes('drumkits', table),
);
export const drumkitLikes = likesTable('drumkit', 'drumkit_id');
export const drumkitReplies = repliesTable('drumkit', 'drumkit_id');

export const editingPacks = pgTable(
  'editing_packs',
  {
    ...sharingColumns(),
    ...kitColumns(),
    packType: text('pack_type', {
      enum: ['general', 'presets', 'transitions', 'overlays', 'effects', 'templates'],
    }).notNull(),
  },
  (table) => listIndexes('editing_packs', table, table.packType),
);
export const editingPackLikes = likesTable('editing_pack', 'editing_pack_id');
export const editingPackReplies = repliesTable('editing_pack', 'editing_pack_id');

/** Work that is not released, with what its author confirmed about their rights. */
export const leaks = pgTable(
  'leaks',
  {
    ...sharingColumns(),
    ...downloadColumns(),
    contentUrl: text('content_url'),
    leakType: text('leak_type', { enum: ['music', 'packs', 'presets', 'samples', 'other'] }).notNull(),
    /** The words that were confirmed, and when. */
    rightsWording: text('rights_wording').notNull(),
    rightsAt: at('rights_at').notNull(),
  },
  (table) => listIndexes('leaks', table, table.leakType),
);
export const leakLikes = likesTable('leak', 'leak_id');
export const leakReplies = repliesTable('leak', 'leak_id');

/** Posts that staff approve before others see them. */
export const selfPromotionPosts = pgTable(
  'self_promotion_posts',
  {
    ...sharingColumns(),
    linkUrl: text('link_url'),
    postType: text('post_type', { enum: ['general', 'music', 'art', 'project'] }).notNull(),
    isApproved: boolean('is_approved').generatedAlwaysAs(sql`state = 'published'`),
    ...reviewColumns(),
  },
  (table) => listIndexes('self_promotion_posts', table, table.postType),
);
export const selfPromotionPostLikes = likesTable('self_promotion_post', 'self_promotion_post_id');
export const selfPromotionPostReplies = repliesTable('self_promotion_post', 'self_promotion_post_id');

/** Ordered lists of tracks, songs and videos; what is in them is in `set_entries`. An album has a release date. */
export const sets = pgTable(
  'sets',
  {
    ...sharingColumns(),
    /** Address of the claimed picture that is its cover. */
    previewUrl: text('preview_url'),
    setType: text('set_type', { enum: ['set', 'album'] }).notNull(),
    /** The release date of an album. */
    releaseAt: at('release_at'),
    /** It opens to everybody at `release_at`, by a job. */
    isScheduled: boolean('is_scheduled').notNull().default(false),
    /** It was made private and was never public: the first time, it gets the time of its release as `created_at`. */
    isUnreleased: boolean('is_unreleased').notNull().default(false),
    entryCount: integer('entry_count').notNull().default(0),
  },
  (table) => [
    ...listIndexes('sets', table, table.setType),
    index('sets_scheduled_idx')
      .on(table.releaseAt)
      .where(sql`is_scheduled`),
  ],
);
export const setLikes = likesTable('set', 'set_id');
export const setReplies = repliesTable('set', 'set_id');

/** Members who have downloaded a thing of any type. `user_id` is the sign-in user's id. */
export const sharingDownloads = pgTable(
  'sharing_downloads',
  { itemId: uuid('item_id').notNull(), userId: uuid('user_id').notNull(), createdAt: at('created_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.itemId, table.userId] }),
    index('sharing_downloads_user_idx').on(table.userId, table.createdAt),
  ],
);

/** Versions of the archives of kits and packs. The file of each is claimed by it. */
export const kitVersions = pgTable(
  'kit_versions',
  {
    id: uuid('id').primaryKey(),
    itemId: uuid('item_id').notNull(),
    /** Kind of the thing. */
    itemKind: text('item_kind').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    fileId: uuid('file_id').notNull(),
    /** What is new in it. */
    notes: text('notes').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('kit_versions_item_key').on(table.itemId, table.number),
    uniqueIndex('kit_versions_file_key').on(table.fileId),
  ],
);

/** Permanent purchases of an item's archive. */
export const sharingPurchases = pgTable(
  'sharing_purchases',
  {
    itemId: uuid('item_id').notNull(),
    /** Profile id. */
    profileId: uuid('profile_id').notNull(),
    /** Credits that were paid. */
    price: integer('price').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.profileId] }),
    index('sharing_purchases_profile_idx').on(table.profileId, table.createdAt),
  ],
);
