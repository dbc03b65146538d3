import { boolean, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '#people/profiles/server/tables.ts';

/** Links of a profile, in their order. */
export const profileLinks = pgTable(
  'profile_links',
  {
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    url: text('url').notNull(),
    /** Key of a known place (`linkIcons`). */
    icon: text('icon'),
    isActive: boolean('is_active').notNull().default(true),
    displayOrder: smallint('display_order').notNull(),
  },
  (table) => [index('profile_links_profile_idx').on(table.profileId, table.displayOrder)],
);

/** Drawings that avatars may wear; what staff switched off is worn by nobody. */
export const avatarDecorations = pgTable('avatar_decorations', {
  id: uuid('id').primaryKey(),
  /** Names the drawing. */
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull().default(true),
});
