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
    /** Comparison key of the username (`usernameKey`): nobody chooses a confusable one. */
    usernameKey: text('username_key').notNull(),
    displayName: text('display_name').notNull(),
    /** The display name as searches compare it (`displayNameKey`): databases fold letters each by their own locale. */
    displayNameKey: text('display_name_key').notNull(),
    /** Skeleton of the display name (`nameSkeleton`); null until a job has made it, for rows made by SQL alone. */
    nameSkeleton: text('name_skeleton'),
    /** Another member's display name is confusable with it: then the username is shown beside it. Updated by changes of names. */
    sharesName: boolean('shares_name').notNull().default(false),
    avatarUrl: text('avatar_url'),
    bannerUrl: text('banner_url'),
    bio: text('bio').notNull().default(''),
    /** What they make: tags of the site setting `makes`, shown while it has them. */
    makes: text('makes')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
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
    /** Is a side of any block, updated in the transactions that change blocks: who has none pays nothing for them. */
    hasBlocks: boolean('has_blocks').notNull().default(false),
    /** Signed up while many did with addresses of one mail host: in the first hours their texts wait for staff. */
    joinedInBurst: boolean('joined_in_burst').notNull().default(false),
    ownedUpgrades: text('owned_upgrades')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Media, effects, fonts and name styles; where it names a colour too, it wins over `profile_theme`. */
    appearanceSettings: jsonb('appearance_settings').$type<AppearanceSettings>().notNull().default({}),
    profileTheme: jsonb('profile_theme').$type<StoredTheme>().notNull().default({}),
    profileCustomization: jsonb('profile_customization').$type<StoredChoices>().notNull().default({}),
    avatarDecorations: jsonb('avatar_decorations').$type<readonly StoredDecoration[]>().notNull().default([]),
    discordUsername: text('discord_username'),
    /**
     * Name style in force: the settings of `appearance_settings` that the member is entitled to. Updated where settings and
     * rights change, so that a list of names asks for no rights.
     */
    nameStyle: jsonb('name_style').$type<NameStyle>(),
    /** The banner that new forum posts get, as the forum keeps it. */
    customForumBanner: jsonb('custom_forum_banner'),
    /** Published posts, counted in the transactions that change them. */
    postCount: integer('post_count').notNull().default(0),
    /** Members who follow them, and whom they follow: changed in the transaction that does either. */
    followerCount: integer('follower_count').notNull().default(0),
    followingCount: integer('following_count').notNull().default(0),
    /** UTC day of the last visit that was rewarded. */
    lastVisitDay: date('last_visit_day', { mode: 'string' }),
    suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
    silencedUntil: timestamp('silenced_until', { withTimezone: true }),
    /** Up to which revision of the operator's texts they have accepted them. */
    legalRevision: integer('legal_revision').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('profiles_username_key').on(sql`lower(${table.username})`),
    // Of everybody, so that a new name is compared with all of them.
    index('profiles_username_key_idx').on(table.usernameKey),
    // Those whose name may change when a right ends. The condition stands word for word in `customization/store.ts`.
    index('profiles_name_wishes_idx')
      .on(table.id)
      .where(sql`appearance_settings ?| array['username_glow_enabled', 'badge_text', 'name_effect']`),
    // The search for usernames that begin so, in any collation of the database.
    index('profiles_username_prefix_idx').on(table.username.op('text_pattern_ops')),
    // The search for members to befriend: any part of both names. The expression stands word for word in `friends/store.ts`.
    index('profiles_names_idx').using('gin', sql`(username || ' ' || display_name_key) gin_trgm_ops`),
    index('profiles_created_idx').on(table.createdAt, table.id),
    // Of members alone, so that a place on the board is counted in the index.
    index('profiles_xp_idx')
      .on(table.xp, table.id)
      .where(sql`user_id IS NOT NULL`),
    // The search for display names that begin so.
    index('profiles_display_name_prefix_idx').on(table.displayNameKey.op('text_pattern_ops')),
    // Members with confusable display names; and the rows that have no skeleton yet.
    index('profiles_name_skeleton_idx')
      .on(table.nameSkeleton)
      .where(sql`user_id IS NOT NULL`),
    // A new name is compared with those of staff. The condition stands word for word in `store.ts`.
    index('profiles_staff_name_idx')
      .on(table.nameSkeleton)
      .where(sql`is_admin OR is_moderator`),
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

/** `appearance_settings` as the specification names its fields. Nothing of it is believed: readers check each value. */
export interface AppearanceSettings {
  readonly username_glow_enabled?: boolean;
  readonly username_glow_color?: string;
  readonly username_glow_intensity?: number;
  readonly badge_text?: string;
  readonly name_effect?: string;
  readonly primary_color?: string;
  readonly secondary_color?: string;
  readonly background_color?: string;
  readonly accent_color?: string;
  readonly text_color?: string;
  readonly font_family?: string;
  readonly background_image?: string;
  readonly background_image_placeholder?: string;
  readonly background_video?: string;
  readonly background_video_poster?: string;
  readonly background_audio?: string;
  readonly background_audio_title?: string;
  readonly background_opacity?: number;
  readonly profile_opacity?: number;
  readonly profile_blur?: number;
  readonly custom_cursor?: string;
  readonly cursor_effect?: string;
  readonly background_effects?: string;
  readonly audio_visualizer?: boolean;
  readonly custom_description?: string;
  readonly discord_presence?: boolean;
}

/** `profile_theme`. */
export interface StoredTheme {
  readonly primary_color?: string;
  readonly secondary_color?: string;
  readonly background_color?: string;
  readonly accent_color?: string;
}

/** `profile_customization`: what others may see. */
export interface StoredChoices {
  readonly show_activity?: boolean;
  readonly show_mutual_servers?: boolean;
  readonly show_connections?: boolean;
}

/** One of `avatar_decorations`. */
export interface StoredDecoration {
  readonly id: string;
  readonly name: string;
}

/** The name style in force. */
export interface NameStyle {
  readonly glow_color?: string;
  readonly glow_intensity?: number;
  readonly badge_text?: string;
  readonly effect?: string;
}

/**
 * Usernames that were changed. Until its time is over, the address of a former name leads to its member, and nobody else
 * may take it. Also what counts a member's changes: a name taken back ends here and stays in the count.
 */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
    until: timestamp('until', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('former_usernames_name_idx').on(table.name),
    index('former_usernames_key_idx').on(table.nameKey),
    index('former_usernames_profile_idx').on(table.profileId, table.changedAt),
  ],
);
