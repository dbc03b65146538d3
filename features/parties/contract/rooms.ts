import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { contentEndpoints } from '#content/core/contract/endpoints.ts';
import { created, submitId } from '#content/core/contract/shapes.ts';
import { parties as limits } from './limits.ts';
import { cursor, done, id, pageOf, timestamp } from '#platform/contract/shapes.ts';
import {
  memberParams,
  participant,
  party,
  partyCard,
  partyParams,
  partyState,
  playbackStep,
  playedTrack,
  presence,
  reactionSum,
} from './shapes.ts';

const whole = contentEndpoints({ params: partyParams, noun: 'party', notFound: 'party_not_found' });

/** Parties, who is in them, and what they have played. */
export const partyRooms = defineEndpoints({
  'GET /parties': {
    access: 'public',
    limit: 'read',
    summary: 'Parties by state: active and ended ones newest first, announced ones by their beginning.',
    query: z.object({ state: partyState.default('active'), after: cursor.optional() }),
    reply: pageOf(partyCard),
    errors: [],
  },
  'POST /parties': {
    access: 'speaker',
    limit: 'write',
    failure: 'Failed to create listening party',
    summary: 'Opens a party, or announces one. The same submit again answers with the first one.',
    body: z.object({
      name: z.string().trim().min(1).max(limits.nameMax),
      description: z.string().trim().max(limits.descriptionMax).default(''),
      spotifyPlaylistId: z.string().trim().max(300).default(''),
      isAdult: z.boolean().default(false),
      startsAt: timestamp.nullable().default(null),
      allowsListeners: z.boolean().default(false),
      submitId,
    }),
    reply: created,
    errors: ['adults_only', 'banned_words', 'rate_limit', 'too_many_parties', 'name_unreadable'],
  },
  'GET /parties/:partyId': {
    access: 'public',
    limit: 'read',
    failure: 'Failed to load listening party',
    summary: 'One party with what the reader may do in its room. Visitors read it where its host lets them listen.',
    params: partyParams,
    reply: party,
    errors: ['party_not_found', 'adults_only', 'sign_in_required'],
  },
  'GET /parties/:partyId/card': {
    access: 'public',
    limit: 'read',
    summary: 'What everybody may know of a party, as in the list: nothing of its room. 18+ ones are not there.',
    params: partyParams,
    reply: partyCard,
    errors: ['party_not_found'],
  },
  'DELETE /parties/:partyId': {
    ...whole.remove,
    failure: 'Failed to remove the party',
    summary: 'Removes a party with its chat.',
  },
  'POST /parties/:partyId/restore': whole.restore,
  'POST /parties/:partyId/end': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to end the party',
    summary: 'Ends a party; its host and staff. It stays readable.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'forbidden', 'adults_only'],
  },
  'POST /parties/:partyId/join': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to join party',
    summary: 'Joins a party. Joining twice is joining.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'party_ended', 'party_full', 'party_removed', 'party_not_open', 'adults_only'],
  },
  'POST /parties/:partyId/leave': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to leave the party',
    summary: 'Leaves a party; whoever holds the stage may hand it to somebody who is present.',
    params: partyParams,
    body: z.object({
      /** Profile id of who gets the stage; null where nobody does. */
      stageTo: id.nullable().default(null),
    }),
    reply: done,
    errors: ['party_not_found', 'forbidden', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/presence': {
    access: 'member',
    limit: 'presence',
    failure: 'The connection to the party was lost',
    summary: 'The sign that a page sends while its member is in the room, and when it is closed.',
    params: partyParams,
    body: z.object({
      /** `gone`: the page is closed. Somebody who is not heard of is gone too. */
      presence: z.enum([...presence.options, 'gone']),
      /** Measured round trip of the socket; null when it is not known yet. */
      roundTripMs: z.number().min(0).max(60_000).nullable(),
    }),
    reply: z.object({ participantCount: z.number(), stageVersion: z.number(), holderIsHere: z.boolean() }),
    errors: ['party_not_found', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/listeners': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change who may listen',
    summary: 'The host lets visitors and members who have not joined hear what plays, or no longer.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'party_ended', 'forbidden', 'adults_only'],
  },
  'PUT /parties/:partyId/reminder': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to save the reminder',
    summary: 'Asks to be reminded before an announced party begins, or no longer.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'adults_only'],
  },
  'GET /parties/:partyId/participants': {
    access: 'public',
    limit: 'read',
    summary:
      'Who is present in the room: the host first, then in the order of joining. Visitors read it where its host lets them listen.',
    params: partyParams,
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(participant),
    errors: ['party_not_found', 'party_removed', 'adults_only', 'sign_in_required'],
  },
  'DELETE /parties/:partyId/participants/:profileId': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to remove the member',
    summary: 'Removes a member from the room for good: host, moderators of the party and staff.',
    params: memberParams,
    reply: done,
    errors: ['party_not_found', 'forbidden', 'staff_protected', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/moderators/:profileId': {
    access: 'member',
    limit: 'write',
    failure: 'Failed to change the moderator',
    summary: 'The host makes a participant a moderator of the party, or no longer.',
    params: memberParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'forbidden', 'not_joined', 'adults_only'],
  },

  'GET /parties/:partyId/record': {
    access: 'session',
    limit: 'read',
    summary: 'What was played, in order, with the reactions to each track, its pauses and seeks.',
    params: partyParams,
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(playedTrack.extend({ reactions: z.array(reactionSum), playback: z.array(playbackStep) })),
    errors: ['party_not_found', 'party_removed', 'adults_only'],
  },
});
