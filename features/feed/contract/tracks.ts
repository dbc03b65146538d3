import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { mediaFile } from '#content/media/contract/endpoints.ts';
import { id, timestamp } from '#platform/contract/shapes.ts';
import { trackTerms } from '#content/media/contract/endpoints.ts';
import { foundDetails, timedComment, trackDetails, trackParams, upload } from './shapes.ts';

/** The tracks of uploads: timed comments, plays, terms, versions. */
export const uploadTracks = defineEndpoints({
  'GET /uploads/:uploadId/tracks/:trackId/timed-comments': {
    access: 'public',
    limit: 'read',
    summary: 'Timed comments of a track, by position; the newest 500 of them.',
    params: trackParams,
    reply: z.object({ items: z.array(timedComment) }),
    errors: ['upload_not_found', 'track_not_found', 'adults_only'],
  },
  'POST /uploads/:uploadId/tracks/:trackId/plays': {
    access: 'public',
    limit: 'play',
    failure: 'Failed to begin the play',
    summary: 'A listener has begun a track. Nothing is counted yet.',
    params: trackParams,
    /** Token of the secret link that the listener came by. */
    query: z.object({ link: z.string().max(64).optional() }),
    reply: z.object({ playId: id, /** Milliseconds to be heard until it counts. */ neededMs: z.number() }),
    errors: ['upload_not_found', 'track_not_found', 'adults_only'],
  },
  'PUT /uploads/plays/:playId': {
    access: 'public',
    limit: 'play',
    failure: 'Failed to count the play',
    summary:
      'The listener has heard 30 s, or half of a shorter track: counted once per listener and network an hour, not before that much time has passed and its bytes were sent.',
    params: z.object({ playId: id }),
    reply: z.object({ counted: z.boolean() }),
    errors: ['not_found', 'play_too_soon'],
  },
  'PUT /uploads/:uploadId/tracks/:trackId/terms': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change the download',
    summary: 'Whether a sound or a video may be downloaded, and under which license: its author alone decides.',
    params: trackParams,
    body: trackTerms,
    reply: upload,
    errors: ['upload_not_found', 'track_not_found', 'forbidden', 'adults_only'],
  },
  'GET /uploads/:uploadId/tracks/:trackId/details': {
    access: 'session',
    limit: 'read',
    summary:
      'Tempo, key, genre, date, ISRC and cover of a sound: as its author has corrected them, and as they were found. For its author.',
    params: trackParams,
    reply: z.object({
      stated: trackDetails,
      found: foundDetails,
      cover: z.object({
        /** The picture that its author has chosen. */
        chosen: mediaFile.nullable(),
        /** Address of the one inside the sound. */
        found: z.string().nullable(),
        hidesFound: z.boolean(),
      }),
    }),
    errors: ['upload_not_found', 'track_not_found', 'forbidden', 'adults_only'],
  },
  'PUT /uploads/:uploadId/tracks/:trackId/details': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to save the details',
    summary:
      'Corrects tempo, key, genre, date, ISRC and cover of a sound, also for its later versions; null brings back what was found.',
    params: trackParams,
    body: trackDetails.extend({
      /** A staged picture, or the one that is there; what is there stays when it is left out. */
      coverFileId: id.nullable().optional(),
      /** The picture inside the sound is not shown. */
      hidesFoundCover: z.boolean().optional(),
      /** The cover is that of every sound of the upload. */
      isCoverForAll: z.boolean().default(false),
    }),
    reply: upload,
    errors: [
      'upload_not_found',
      'track_not_found',
      'forbidden',
      'adults_only',
      'banned_words',
      'private_information',
      'file_not_usable',
    ],
  },
  'GET /uploads/:uploadId/tracks/:trackId/versions': {
    access: 'session',
    limit: 'read',
    summary: 'Every sound that the track has had, newest first: for its author and staff.',
    params: trackParams,
    reply: z.object({ items: z.array(z.object({ version: z.number(), file: mediaFile, createdAt: timestamp })) }),
    errors: ['upload_not_found', 'track_not_found', 'forbidden'],
  },
  'POST /uploads/:uploadId/tracks/:trackId/versions': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to replace the sound',
    summary: 'Exchanges the sound of a track for a staged file; address, likes, comments and plays stay.',
    params: trackParams,
    body: z.object({ fileId: id }),
    reply: upload,
    errors: ['upload_not_found', 'track_not_found', 'forbidden', 'file_not_usable'],
  },
});
