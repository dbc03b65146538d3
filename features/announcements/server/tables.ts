import { boolean, index, integer, pgTable, smallint, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AnnouncementType } from '#features/announcements/contract/limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Announcements of staff to everybody. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    /** Markdown. */
    content: text('content').notNull(),
    html: text('html').notNull(),
    /** Version of the renderer that made `html`. */
    renderer: smallint('renderer').notNull(),
    /** Profile id of the member of staff; null once they have left. */
    authorId: uuid('author_id'),
    announcementType: text('announcement_type').$type<AnnouncementType>().notNull(),
    priority: smallint('priority').notNull(),
    expiresAt: at('expires_at'),
    /** From then on readers see it; null where it was published at once. `created_at` is the same then. */
    publishAt: at('publish_at'),
    isPublished: boolean('is_published').notNull().default(true),
    /** Readers have seen it: it can be hidden, and waits for no time any more. */
    wasPublished: boolean('was_published').notNull().default(true),
    isPinned: boolean('is_pinned').notNull().default(false),
    version: integer('version').notNull().default(1),
    /** Made by the form once: the same one again makes no second. */
    submitId: uuid('submit_id').notNull(),
    createdAt: at('created_at').notNull(),
    editedAt: at('edited_at'),
    /** Profile id of the member of staff who edited last; null where that was the author, or nobody. */
    editedBy: uuid('edited_by'),
  },
  (table) => [
    uniqueIndex('announcements_submit_key').on(table.authorId, table.submitId),
    index('announcements_order_idx').on(table.isPinned, table.priority, table.createdAt, table.id),
  ],
);
