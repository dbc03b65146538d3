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
import { forumOrders } from '#features/forum/contract/limits.ts';
import { prices } from '#people/ledger/contract/limits.ts';
import { answerColumns, contentColumns, textColumns } from '#content/core/server/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A post's banner, as it is stored; what a page may show of it is decided when it is read. */
export interface StoredBanner {
  readonly enabled?: boolean;
  /** A claimed file of the author's. */
  readonly file_id?: string;
  readonly glow_enabled?: boolean;
  readonly glow_color?: string;
  readonly glow_intensity?: number;
}

/** Categories that staff add beside the fixed ones. */
export const forumCategories = pgTable('forum_categories', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  description: text('description').notNull().default(''),
  sortOrder: integer('sort_order').notNull().default(100),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: at('created_at').notNull(),
});

/**
 * Posts. `content` is the whole text; title, preview and HTML are made from it when it is written. Of a post that is
 * not published nothing reaches other readers.
 */
export const forumPosts = pgTable(
  'forum_posts',
  {
    ...contentColumns(),
    ...textColumns(),
    title: text('title').notNull(),
    preview: text('preview').notNull(),
    summary: text('summary').notNull(),
    authorId: uuid('author_id').notNull(),
    /** Addresses of its original pictures; readers get converted ones. */
    imageUrl: text('image_url'),
    imageUrls: text('image_urls')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    customBanner: jsonb('custom_banner').$type<StoredBanner>(),
    categoryName: text('category_name', { enum: ['dox', 'marketplace', 'leaks', 'music', 'nsfw'] }),
    categoryId: uuid('category_id'),
    isPinned: boolean('is_pinned').notNull().default(false),
    /** The profile who pinned it: the author's own pin ends with their right to it. Null for the operator. */
    pinnedBy: uuid('pinned_by'),
    isAdult: boolean('is_adult').notNull().default(false),
    /** The text is for its author, staff and who unlocked it; `preview` and `summary` hold what stays visible. */
    isLocked: boolean('is_locked').notNull().default(false),
    replyCount: integer('reply_count').notNull().default(0),
    /** SHA-256 of the normalised text, for the duplicate check. */
    fingerprint: text('fingerprint').notNull(),
    lastReplyAt: at('last_reply_at'),
  },
  (table) => [
    uniqueIndex('forum_posts_submit_key').on(table.authorId, table.submitId),
    // The list reads these backwards: pinned first, then newest. One for readers who see no 18+, one for those who do.
    index('forum_posts_list_idx')
      .on(table.isPinned, table.createdAt, table.id)
      .where(sql`state = 'published' AND NOT is_adult`),
    index('forum_posts_list_adult_idx')
      .on(table.isPinned, table.createdAt, table.id)
      .where(sql`state = 'published'`),
    index('forum_posts_name_idx')
      .on(table.categoryName, table.isPinned, table.createdAt, table.id)
      .where(sql`state = 'published' AND category_name IS NOT NULL`),
    index('forum_posts_category_idx')
      .on(table.categoryId, table.isPinned, table.createdAt, table.id)
      .where(sql`state = 'published' AND category_id IS NOT NULL`),
    // By the last reply, newest first, read backwards.
    index('forum_posts_active_idx')
      .on(sql`coalesce(last_reply_at, created_at)`, table.id)
      .where(sql`state = 'published'`),
    index('forum_posts_author_idx').on(table.authorId, table.createdAt, table.id),
    // Finds what an older renderer made, at every start: usually nothing.
    index('forum_posts_renderer_idx').on(table.renderer),
    index('forum_posts_fingerprint_idx').on(table.fingerprint, table.createdAt),
    index('forum_posts_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ],
);

/** Replies, flat in order of time. */
export const postReplies = pgTable(
  'post_replies',
  {
    ...contentColumns(),
    ...textColumns(),
    ...answerColumns(),
    postId: uuid('post_id').notNull(),
    authorId: uuid('author_id').notNull(),
    inReplyTo: uuid('in_reply_to'),
  },
  (table) => [
    uniqueIndex('post_replies_submit_key').on(table.authorId, table.submitId),
    index('post_replies_post_idx').on(table.postId, table.place),
    index('post_replies_renderer_idx').on(table.renderer),
    index('post_replies_author_idx').on(table.authorId, table.createdAt),
    index('post_replies_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ],
);

/** Permanent unlocks of posts by members. The ledger has the payment under `unlock:{post}:{profile}` and its time. */
export const postUnlocks = pgTable(
  'post_unlocks',
  {
    postId: uuid('post_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    /** Credits that were paid. */
    price: integer('price').notNull().default(prices.unlock),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.profileId] }),
    index('post_unlocks_profile_idx').on(table.profileId, table.createdAt),
  ],
);

/** A member's marks on a post: bookmark, watching, and how far they have read. */
export const postReaders = pgTable(
  'post_readers',
  {
    profileId: uuid('profile_id').notNull(),
    postId: uuid('post_id').notNull(),
    bookmarkedAt: at('bookmarked_at'),
    watching: boolean('watching').notNull().default(false),
    lastReadAt: at('last_read_at'),
    /** Published replies that were there when it was read. */
    repliesRead: integer('replies_read').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.postId] }),
    index('post_readers_bookmark_idx')
      .on(table.profileId, table.bookmarkedAt, table.postId)
      .where(sql`bookmarked_at IS NOT NULL`),
    // Watchers are notified in batches, by their id.
    index('post_readers_watchers_idx')
      .on(table.postId, table.profileId)
      .where(sql`watching`),
  ],
);

/** Categories that members follow: once a day they are notified of a new post in one. */
export const categoryFollows = pgTable(
  'category_follows',
  {
    profileId: uuid('profile_id').notNull(),
    /** `general`, a fixed key, or the id of a row of `forum_categories`. */
    category: text('category').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.category] }),
    // Followers are notified in batches, by their id.
    index('category_follows_category_idx').on(table.category, table.profileId),
  ],
);

/** A member's visits to the forum: posts since the previous visit are "new". */
export const forumVisits = pgTable('forum_visits', {
  profileId: uuid('profile_id').primaryKey(),
  lastAt: at('last_at').notNull(),
  /** End of the visit before this one. */
  previousAt: at('previous_at'),
  /** The order of the list that they chose last; null until they have chosen one. */
  listOrder: text('list_order', { enum: forumOrders }),
});
