import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
    /** Was behind an unlock: stays with who may read a locked text, though the lock be taken away. */
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
