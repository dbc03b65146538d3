import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { contentColumns, reviewColumns } from '#content/core/server/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Images that members show. The picture itself is a claimed file of `media`; the specification's `image_url` is made
 * from it when it is read, because its widths come later and its original is for its owner alone.
 */
export const galleryImages = pgTable(
  'gallery_images',
  {
    ...contentColumns(),
    ...reviewColumns(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** Title and description as the search compares them (`searchText` of `rules.ts`). */
    searchText: text('search_text').notNull(),
    /** Profile id. */
    uploaderId: uuid('uploader_id').notNull(),
    fileId: uuid('file_id').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileType: text('file_type').notNull(),
    isApproved: boolean('is_approved').generatedAlwaysAs(sql`state = 'published'`),
    isFeatured: boolean('is_featured').notNull().default(false),
    isAdult: boolean('is_adult').notNull(),
    likeCount: integer('like_count').notNull().default(0),
  },
  (table) => [
    uniqueIndex('gallery_images_submit_key').on(table.uploaderId, table.submitId),
    // The list reads these backwards: featured first, then newest. One for readers who see no 18+, one for those who do.
    index('gallery_images_list_idx')
      .on(table.isFeatured, table.createdAt, table.id)
      .where(sql`state = 'published' AND NOT is_adult`),
    index('gallery_images_list_adult_idx')
      .on(table.isFeatured, table.createdAt, table.id)
      .where(sql`state = 'published'`),
    // The Image Board of the forum: newest first.
    index('gallery_images_newest_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published'`),
    index('gallery_images_search_idx')
      .using('gin', table.searchText.op('gin_trgm_ops'))
      .where(sql`state = 'published'`),
    index('gallery_images_uploader_idx').on(table.uploaderId, table.createdAt, table.id),
    index('gallery_images_pending_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'pending'`),
    index('gallery_images_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
  ],
);

/** One like of a member. */
export const galleryLikes = pgTable(
  'gallery_likes',
  {
    imageId: uuid('image_id').notNull(),
    /** The sign-in user's id. */
    userId: uuid('user_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.imageId, table.userId] }),
    index('gallery_likes_user_idx').on(table.userId, table.createdAt),
  ],
);
