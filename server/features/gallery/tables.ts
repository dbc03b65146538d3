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

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Images that members show. The picture itself is a claimed file of `media`; the specification's `image_url` is made
 * from it when it is read, because its widths come later and its original is for its owner alone.
 */
export const galleryImages = pgTable(
  'gallery_images',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** Title and description as the search compares them (`searchText` of `rules.ts`). */
    searchText: text('search_text').notNull(),
    /** Profile id. */
    uploaderId: uuid('uploader_id').notNull(),
    fileId: uuid('file_id').notNull(),
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    fileType: text('file_type').notNull(),
    state: text('state', { enum: ['pending', 'approved', 'rejected', 'removed'] }).notNull(),
    isApproved: boolean('is_approved').generatedAlwaysAs(sql`state = 'approved'`),
    isFeatured: boolean('is_featured').notNull().default(false),
    isAdult: boolean('is_adult').notNull(),
    likeCount: integer('like_count').notNull().default(0),
    /** Staff or the operator (null) decided so. */
    decidedBy: uuid('decided_by'),
    decidedAt: at('decided_at'),
    /** The state that a restore goes back to. */
    stateBefore: text('state_before', { enum: ['pending', 'approved', 'rejected'] }),
    /** Why it was rejected or removed. */
    reason: text('reason'),
    removedBy: uuid('removed_by'),
    /** When it was rejected or removed: the purge counts from here. */
    removedAt: at('removed_at'),
    /** Made once by the form: a repeated submit finds the first image. */
    submitId: uuid('submit_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('gallery_images_submit_key').on(table.uploaderId, table.submitId),
    // The list reads these backwards: featured first, then newest. One for readers who see no 18+, one for those who do.
    index('gallery_images_list_idx')
      .on(table.isFeatured, table.createdAt, table.id)
      .where(sql`state = 'approved' AND NOT is_adult`),
    index('gallery_images_list_adult_idx')
      .on(table.isFeatured, table.createdAt, table.id)
      .where(sql`state = 'approved'`),
    // The Image Board of the forum: newest first.
    index('gallery_images_newest_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'approved'`),
    index('gallery_images_search_idx')
      .using('gin', table.searchText.op('gin_trgm_ops'))
      .where(sql`state = 'approved'`),
    index('gallery_images_uploader_idx').on(table.uploaderId, table.createdAt, table.id),
    index('gallery_images_pending_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'pending'`),
    index('gallery_images_removed_idx')
      .on(table.removedAt)
      .where(sql`removed_at IS NOT NULL`),
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
