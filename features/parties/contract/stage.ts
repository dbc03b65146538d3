import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { parties as limits } from './limits.ts';
import { done, id, person } from '#platform/contract/shapes.ts';
import { itemParams, partyParams, queuedItem, queuedSet, reaction, reactionSum, stage } from './shapes.ts';

/** What plays in a party: stage, queue, reactions. */
export const partyStage = defineEndpoints({
  'GET /parties/:partyId/stage': {
    access: 'public',
    limit: 'read',
    summary:
      'What plays, the queue behind it, and reactions to the track so far. Visitors read it where its host lets them listen.',
    params: partyParams,
    reply: z.object({
      stage,
      queue: z.array(queuedItem),
      reactions: z.array(reactionSum),
      /** In DJ mode: who comes next, in order. */
      djs: z.array(person),
      /** The reader has voted to skip what plays. */
      wantsSkip: z.boolean(),
      now: z.number(),
    }),
    errors: ['party_not_found', 'party_removed', 'adults_only', 'sign_in_required'],
  },
  'POST /parties/:partyId/stage': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change what plays',
    summary: 'Plays, pauses, seeks or goes on, for the whole room; whoever holds the stage.',
    params: partyParams,
    body: z.object({
      action: z.enum(['play', 'pause', 'seek', 'next']),
      /** For `seek`: from the beginning of the track. */
      positionMs: z.int().min(0).max(86_400_000).nullable().default(null),
    }),
    reply: z.object({ stage }),
    errors: ['party_not_found', 'party_ended', 'forbidden', 'queue_empty', 'adults_only'],
  },
  'POST /parties/:partyId/stage/take': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to take the stage',
    summary:
      'Takes the stage over while its holder is gone: the DJ who is there longest, else the oldest participant. The host gets it back.',
    params: partyParams,
    reply: z.object({ stage }),
    errors: ['party_not_found', 'party_ended', 'not_joined', 'forbidden', 'adults_only'],
  },
  'PUT /parties/:partyId/dj-mode': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change the stage',
    summary: 'The host opens the stage to DJs, who get it in turn, or takes it back.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'party_ended', 'forbidden', 'adults_only'],
  },
  'PUT /parties/:partyId/dj': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to sign up for the stage',
    summary: 'Signs up for turns on the stage, or no longer.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'party_ended', 'not_joined', 'dj_mode_off', 'adults_only'],
  },
  'PUT /parties/:partyId/stage/skip': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save your vote',
    summary: 'Votes to skip the track; more than half of those who are present skip it.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ stage }),
    errors: ['party_not_found', 'party_ended', 'not_joined', 'adults_only'],
  },
  'POST /parties/:partyId/queue': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to add the track',
    summary: 'Puts a track of the site at the end of the queue.',
    params: partyParams,
    body: z.object({ uploadId: id, trackId: id }),
    reply: z.object({ queue: z.array(queuedItem) }),
    errors: [
      'party_not_found',
      'party_ended',
      'not_joined',
      'track_not_found',
      'track_not_shareable',
      'queue_full',
      'already_queued',
      'adults_only',
    ],
  },
  'POST /parties/:partyId/queue/set': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to add the set',
    summary:
      'Puts the tracks of a public or own set at the end of the queue, in its order: those that everybody in the room may hear, as far as there is room.',
    params: partyParams,
    body: z.object({ setId: id }),
    reply: queuedSet,
    errors: [
      'party_not_found',
      'party_ended',
      'not_joined',
      'set_not_found',
      'set_not_playable',
      'queue_full',
      'adults_only',
    ],
  },
  'DELETE /parties/:partyId/queue/:itemId': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to remove the track',
    summary: 'Takes a track out of the queue: who added it, who holds the stage, moderators of the party and staff.',
    params: itemParams,
    reply: z.object({ queue: z.array(queuedItem) }),
    errors: ['party_not_found', 'party_removed', 'forbidden', 'not_found', 'adults_only'],
  },
  'PUT /parties/:partyId/queue/:itemId/place': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to move the track',
    summary: 'Moves a track before another one, or to the end (null): who holds the stage and moderators of the party.',
    params: itemParams,
    body: z.object({ before: id.nullable() }),
    reply: z.object({ queue: z.array(queuedItem) }),
    errors: ['party_not_found', 'party_removed', 'forbidden', 'not_found', 'adults_only'],
  },
  'PUT /parties/:partyId/queue/:itemId/vote': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save your vote',
    summary: 'Votes for a track of the queue, or takes the vote back. Tracks with more votes come first.',
    params: itemParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ queue: z.array(queuedItem) }),
    errors: ['party_not_found', 'not_joined', 'not_found', 'adults_only'],
  },
  'POST /parties/:partyId/reactions': {
    access: 'member',
    limit: 'presence',
    failure: 'Failed to send the reaction',
    summary: 'Reacts to the track that plays. They are summed up by the second, and sent on together.',
    params: partyParams,
    body: z.object({
      itemId: id,
      key: reaction,
      atMs: z.int().min(0).max(86_400_000),
      count: z.int().min(1).max(limits.reactionsAtOnce),
    }),
    reply: done,
    errors: ['party_not_found', 'not_joined', 'not_found', 'adults_only'],
  },
});
