import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/** A member as others see them. `id` is its own key, not the sign-in user's. */
export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id').primaryKey(),
    /** The sign-in user (`users.id`); null once the account was deleted and only the name's shell is left. */
    userId: uuid('user_id').unique(),
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    /** The display name as searches compare it (`displayNameKey`): databases fold letters each by their own locale. */
    displayNameKey: text('display_name_key').notNull(),
    avatarUrl: text('avatar_url'),
    bannerUrl: text('banner_url'),
    bio: text('bio').notNull().default(''),
    /** Sums of the ledgers, changed only in the transaction that writes an entry. */
    xp: integer('xp').notNull().default(0),
    credits: integer('credits').notNull().default(0),
    customRole: text('custom_role'),
    /** Where `custom_role` comes from; when it ends, the rank is computed from XP again. */
    customRoleSource: text('custom_role_source', { enum: ['xp', 'staff', 'tier'] }),
    isAdmin: boolean('is_admin').notNull().default(false),
    isModerator: boolean('is_moderator').notNull().default(false),
    /** Has said to be an adult. */
    isAdult: boolean('is_adult').notNull().default(false),
    /** Is a side of any block, kept in the transactions that change blocks: who has none pays nothing for them. */
    hasBlocks: boolean('has_blocks').notNull().default(false),
    ownedUpgrades: text('owned_upgrades')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    appearanceSettings: jsonb('appearance_settings').$type<AppearanceSettings>().notNull().default({}),
    /** The banner that new forum posts get, as the forum keeps it. */
    customForumBanner: jsonb('custom_forum_banner'),
    /** Published posts, kept in the transactions that change them. */
    postCount: integer('post_count').notNull().default(0),
    /** UTC day of the last visit that was rewarded. */
    lastVisitDay: date('last_visit_day', { mode: 'string' }),
    suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
    silencedUntil: timestamp('silenced_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('profiles_username_key').on(sql`lower(${table.username})`),
    // The search for usernames that begin so, in any collation of the database.
    index('profiles_username_prefix_idx').on(table.username.op('text_pattern_ops')),
    index('profiles_created_idx').on(table.createdAt, table.id),
    // Of members alone, so that a place on the board is counted in the index.
    index('profiles_xp_idx')
      .on(table.xp, table.id)
      .where(sql`user_id IS NOT NULL`),
    // The search for display names that begin so.
    index('profiles_display_name_prefix_idx').on(table.displayNameKey.op('text_pattern_ops')),
    // The few among many: lists of staff and of special roles. Their conditions stand word for word in `members-store.ts`.
    index('profiles_staff_idx')
      .on(table.createdAt, table.id)
      .where(sql`is_admin OR is_moderator`),
    index('profiles_special_xp_idx')
      .on(table.xp, table.id)
      .where(sql`custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator`),
    index('profiles_special_created_idx')
      .on(table.createdAt, table.id)
      .where(sql`custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator`),
    check('profiles_xp_not_negative', sql`${table.xp} >= 0`),
    check('profiles_credits_not_negative', sql`${table.credits} >= 0`),
  ],
);

/** Names that staff made; a profile's `custom_role` may name an active row. */
export const customRoles = pgTable('custom_roles', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  description: text('description').notNull().default(''),
  colorHex: text('color_hex').notNull().default('#6b7280'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** The parts of `appearance_settings` that names need; the people issue fills the rest. */
export interface AppearanceSettings {
  readonly username_glow_enabled?: boolean;
  readonly username_glow_color?: string;
  readonly username_glow_intensity?: number;
}
