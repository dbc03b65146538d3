import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { showcase as limits } from './limits.ts';
import { cursor, done, id, pageOf, person } from '#platform/contract/shapes.ts';

const count = z.object({
  value: z.number(),
  /** Typed by the member; else it comes from Spotify. */
  isSelfReported: z.boolean(),
});

const connected = z.object({
  id,
  member: person,
  /** The member's display name until Spotify has said the artist's. */
  artistName: z.string(),
  /** The artist's page at Spotify. */
  artistUrl: z.string(),
  /** Our own copy of the artist's picture. */
  pictureUrl: z.string().nullable(),
  followers: count,
  monthlyListeners: count,
  topTrack: z.object({ name: z.string(), isSelfReported: z.boolean() }).nullable(),
  can: z.object({ report: z.boolean() }),
});

/** An artist that a member has connected, in the leaderboard. */
export const showcase = connected.extend({
  /** Among those that the reader sees; 1 has the most followers. */
  place: z.number(),
});
export type Showcase = z.infer<typeof showcase>;

/** The viewer's own showcase, with what they typed. */
export const ownShowcase = connected.extend({
  /**
   * `asking`: name or picture are on their way from Spotify. `listed`: they are there, or the site asks nothing. `unknown`: Spotify has no such
   * artist, and the showcase is not listed.
   */
  state: z.enum(['asking', 'listed', 'unknown']),
  typed: z.object({ followers: z.number(), monthlyListeners: z.number(), topTrackName: z.string() }),
});
export type OwnShowcase = z.infer<typeof ownShowcase>;

const typedCount = z.int().min(0).max(limits.countMax).default(0);

export const showcaseEndpoints = defineEndpoints({
  'GET /showcases': {
    access: 'public',
    limit: 'read',
    summary:
      'Connected artists by followers, most first; self-reported numbers rank below those from Spotify. 20 a page.',
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(showcase),
    errors: [],
  },
  'GET /showcases/mine': {
    access: 'session',
    limit: 'read',
    summary: "The member's own showcase, or null.",
    reply: z.object({ showcase: ownShowcase.nullable() }),
    errors: [],
  },
  'PUT /showcases/mine': {
    access: 'speaker',
    limit: 'showcase',
    failure: 'Failed to connect the artist',
    summary:
      'Connects an artist by its Spotify address, or updates what was typed. Name and picture follow by a job; numbers that Spotify answers with replace the typed ones.',
    body: z.object({
      /** `open.spotify.com/artist/…`, with or without `intl-…`, or `spotify:artist:…`. */
      artist: z.string().trim().min(1).max(limits.addressMax),
      followers: typedCount,
      monthlyListeners: typedCount,
      topTrackName: z.string().trim().max(limits.trackNameMax).default(''),
    }),
    reply: ownShowcase,
    errors: ['artist_address', 'name_unreadable', 'banned_words', 'private_information', 'not_found'],
  },
  'DELETE /showcases/mine': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to remove the showcase',
    summary: 'Removes the own showcase, with its picture.',
    reply: done,
    errors: [],
  },
});
