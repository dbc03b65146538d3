import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Artists that members have connected, one for each member; another artist is another row. `followers_count` and
 * `top_track_name` are what is shown: from Spotify where it has answered with them, else what the member typed.
 */
export const spotifyShowcases = pgTable(
  'spotify_showcases',
  {
    id: uuid('id').primaryKey(),
    /** The sign-in user's id. */
    userId: uuid('user_id').notNull().unique(),
    /** Spotify's id: 22 characters. */
    artistId: text('artist_id').notNull(),
    artistName: text('artist_name').notNull(),
    /** Where Spotify has the picture; our copy is a claimed file. */
    profileImageUrl: text('profile_image_url'),
    followersCount: integer('followers_count').notNull(),
    monthlyListeners: integer('monthly_listeners').notNull(),
    topTrackName: text('top_track_name'),
    typedFollowers: integer('typed_followers').notNull(),
    typedTopTrack: text('typed_top_track'),
    /** The followers come from Spotify: ranks above all that are typed. */
    isVerified: boolean('is_verified').notNull().default(false),
    /** The top track comes from Spotify. */
    hasVerifiedTrack: boolean('has_verified_track').notNull().default(false),
    /** Spotify has no such artist: not listed. */
    isUnknown: boolean('is_unknown').notNull().default(false),
    /** When Spotify was last asked. */
    refreshedAt: at('refreshed_at'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    // The leaderboard reads it backwards.
    index('spotify_showcases_list_idx')
      .on(table.isVerified, table.followersCount, table.id)
      .where(sql`NOT is_unknown`),
  ],
);
