import { z } from 'zod';
import { artwork } from '#content/media/contract/endpoints.ts';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { chosenVisibility } from '#content/core/contract/shapes.ts';
import { cursor, done, id, pageOf, person, timestamp } from '#platform/contract/shapes.ts';
import { itemParams, sharedItem } from '#features/sharing/contract/endpoints.ts';

/** A sound or video of an entry, as the player needs it. */
const sound = z.object({
  uploadId: id,
  trackId: id,
  fileId: id,
  url: z.string(),
  durationMs: z.number().nullable(),
  loudness: z.number().nullable(),
  truePeak: z.number().nullable(),
  /** The cover of the track, the smallest size first; empty without one. */
  artwork: z.array(artwork),
});

/**
 * One entry of a set. What this reader may not see is left out; its author gets it without a title, to take it out, and
 * reads in `mark` what others do not see.
 */
export const setEntry = z.object({
  id,
  kind: z.enum(['audio', 'video', 'song']),
  title: z.string().nullable(),
  /** Who it is by: a song's artist, else the member. */
  by: z.string(),
  /** Page of the track or song below the site's root. */
  path: z.string().nullable(),
  /** What plays here; null for a song elsewhere, and while it is processed. */
  sound: sound.nullable(),
  /** Where a song is heard that is not on this site. */
  url: z.string().nullable(),
  /** For the author: it is gone for good or for now, private, or 18+ in a set that is not. */
  mark: z.enum(['gone', 'private', 'adult']).nullable(),
});
export type SetEntry = z.infer<typeof setEntry>;

const entryParams = z.object({ itemId: id, entryId: id });
const count = z.object({ entryCount: z.number() });

export const sets = defineEndpoints({
  'GET /sets/:itemId/entries': {
    access: 'public',
    limit: 'read',
    summary: 'What is in a set, in order. What the reader may not see is left out, so that a page may be short.',
    params: itemParams,
    query: z.object({
      after: cursor.optional(),
      /** Token of the secret link that the reader came by. */
      link: z.string().max(64).optional(),
    }),
    reply: pageOf(setEntry),
    errors: ['set_not_found', 'adults_only'],
  },
  'GET /sets/:itemId/countdown': {
    access: 'public',
    limit: 'read',
    summary: 'What everybody may know of an album before its hour: its title, its author, and when it opens.',
    params: itemParams,
    reply: z.object({ title: z.string(), author: person, releaseAt: timestamp, entryCount: z.number() }),
    errors: ['set_not_found'],
  },
  'POST /sets/:itemId/entries': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to add to the set',
    summary: 'Puts a track, a video or a song at the end of an own set.',
    params: itemParams,
    body: z.union([
      z.object({ track: z.object({ uploadId: id, trackId: id }) }).strict(),
      z.object({ songId: id }).strict(),
    ]),
    reply: count,
    errors: [
      'set_not_found',
      'adults_only',
      'forbidden',
      'track_not_found',
      'song_not_found',
      'already_in_set',
      'set_full',
    ],
  },
  'DELETE /sets/:itemId/entries/:entryId': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to take it out of the set',
    summary: 'Takes an entry out of an own set. One that is out is out.',
    params: entryParams,
    reply: count,
    errors: ['set_not_found', 'adults_only', 'forbidden'],
  },
  'PUT /sets/:itemId/entries/:entryId/place': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to move it',
    summary: 'Moves an entry before another one, or to the end.',
    params: entryParams,
    body: z.object({ before: id.nullable() }),
    reply: done,
    errors: ['set_not_found', 'adults_only', 'forbidden', 'not_found'],
  },
  'PUT /sets/:itemId/visibility': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to change who sees it',
    summary:
      'Its author decides who sees the set. An album has a release date; one in the future opens it, and its private tracks, at that time.',
    params: itemParams,
    body: z.object({ visibility: chosenVisibility, releaseAt: timestamp.nullable().optional() }),
    reply: sharedItem,
    errors: [
      'set_not_found',
      'adults_only',
      'forbidden',
      'visibility_waits',
      'release_too_far',
      'spam_blocked',
      'banned_words',
      'private_information',
    ],
  },
});
