import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { defineTopics } from './event.ts';
import { reactionCount, reactionKey, visibility } from './forum.ts';
import { parties as limits, partyReactions } from './limits/parties.ts';
import { mediaFile } from './media.ts';
import { cursor, done, id, pageOf, person, timestamp } from './shapes.ts';

/** `scheduled` opens its room some minutes before it begins; `ended` stays readable. */
export const partyState = z.enum(['scheduled', 'active', 'ended']);

/** One party in a list. */
export const partyCard = z.object({
  id,
  name: z.string(),
  /** Plain text. */
  description: z.string(),
  host: person,
  state: partyState,
  isAdult: z.boolean(),
  /** Those who are in the room now. */
  participantCount: z.number(),
  spotifyPlaylistId: z.string().nullable(),
  createdAt: timestamp,
  /** Null for a party that began when it was made. */
  startsAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** The track that plays; null when nothing does. */
  playing: z.object({ title: z.string(), author: person }).nullable(),
});
export type PartyCard = z.infer<typeof partyCard>;

/** `here` sent a sign of presence lately; `away` has the page in the background; `gone` left or was not heard of. */
export const presence = z.enum(['here', 'away', 'gone']);

/** A member in the room. */
export const participant = z.object({
  person,
  presence,
  isHost: z.boolean(),
  /** Helps the host: removes messages and people, slows the chat. */
  isModerator: z.boolean(),
  /** Signed up for turns on the stage. */
  isDj: z.boolean(),
  joinedAt: timestamp,
});
export type Participant = z.infer<typeof participant>;

/** One track of the queue. */
export const queueItem = z.object({
  id,
  uploadId: id,
  trackId: id,
  title: z.string(),
  author: person,
  addedBy: person,
  durationMs: z.number(),
  votes: z.number(),
  voted: z.boolean(),
  /** The sound; only of the track that plays and of the next one. */
  file: mediaFile.nullable(),
});
export type QueueItem = z.infer<typeof queueItem>;

/**
 * What plays, as a function of the server's clock: while `isPlaying`, the position at a time `t` is
 * `positionMs + (t - at)`, where `at` may lie a little ahead. `version` counts up with every change.
 */
export const stage = z.object({
  version: z.number(),
  item: queueItem.nullable(),
  isPlaying: z.boolean(),
  positionMs: z.number(),
  /** Milliseconds of the server's clock. */
  at: z.number(),
  /** Who plays, pauses and seeks for the room. */
  holder: person.nullable(),
  /** Members who want the track skipped, and how many it takes. */
  skipVotes: z.number(),
  skipNeeded: z.number(),
});
export type Stage = z.infer<typeof stage>;

/** One message of the chat. It is the same for all who may read it: what a reader may do with it, pages work out. */
export const chatMessage = z.object({
  id,
  partyId: id,
  author: person,
  /** Sanitised HTML; empty for a removed message, and for an image without words. */
  html: z.string(),
  type: z.enum(['text', 'image']),
  image: mediaFile.nullable(),
  /** `mine` is set in answers, never in events. */
  reactions: z.array(reactionCount),
  visibility,
  createdAt: timestamp,
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** What the host set for the chat. */
export const chatSettings = z.object({
  isOff: z.boolean(),
  /** Seconds between two messages of one member. */
  slowSeconds: z.literal([...limits.slowSeconds]),
});

/** A party with its room, as its reader sees it. */
export const party = partyCard.extend({
  visibility,
  chat: chatSettings,
  /** Number of the last event of its topic, to resume from. */
  eventSeq: z.number(),
  /** The reader has joined, and is not removed. */
  hasJoined: z.boolean(),
  /** The stage goes by turns to those who signed up, and whether the reader is one of them. */
  isDjMode: z.boolean(),
  isDj: z.boolean(),
  /** Whoever drives was heard of lately. */
  holderIsHere: z.boolean(),
  /** Wants to be reminded of the beginning. */
  hasReminder: z.boolean(),
  /** Members whose messages this reader does not see, because of a block between the two. */
  hiddenAuthors: z.array(id),
  can: z.object({
    join: z.boolean(),
    chat: z.boolean(),
    /** Play, pause, seek and go on. */
    drive: z.boolean(),
    /** The holder is gone, and this reader is next to take over; or the host wants the stage back. */
    takeStage: z.boolean(),
    /** Opens the stage to DJs, or closes it. */
    setDjMode: z.boolean(),
    /** Remove messages and people, change the chat. */
    moderate: z.boolean(),
    end: z.boolean(),
    report: z.boolean(),
  }),
});
export type Party = z.infer<typeof party>;

/** A track that was played. */
export const playedTrack = z.object({
  item: queueItem,
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
});
export type PlayedTrack = z.infer<typeof playedTrack>;

const reaction = z.enum(partyReactions);
const reactionSum = z.object({ key: reaction, atMs: z.number(), count: z.number() });

const partyParams = z.object({ partyId: id });
const itemParams = z.object({ partyId: id, itemId: id });
const memberParams = z.object({ partyId: id, profileId: id });
const messageParams = z.object({ messageId: id });
const reason = z.string().trim().max(1000).default('');

export const parties = defineEndpoints({
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
    summary: 'Opens a party, or announces one. The same submit again answers with the first one.',
    body: z.object({
      name: z.string().trim().min(1).max(limits.nameMax),
      description: z.string().trim().max(limits.descriptionMax).default(''),
      spotifyPlaylistId: z.string().trim().max(300).default(''),
      isAdult: z.boolean().default(false),
      startsAt: timestamp.nullable().default(null),
      submitId: id,
    }),
    reply: z.object({ id, visibility, notice: z.string().nullable() }),
    errors: ['adults_only', 'banned_words', 'rate_limit', 'too_many_parties', 'name_unreadable'],
  },
  'GET /parties/:partyId': {
    access: 'session',
    limit: 'read',
    summary: 'One party with what the reader may do in its room.',
    params: partyParams,
    reply: party,
    errors: ['party_not_found', 'adults_only'],
  },
  'DELETE /parties/:partyId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a party with its chat.',
    params: partyParams,
    body: z.object({ reason }),
    reply: done,
    errors: ['party_not_found', 'forbidden', 'staff_protected', 'silenced', 'adults_only'],
  },
  'POST /parties/:partyId/restore': {
    access: 'member',
    limit: 'write',
    summary: 'Restores a removed party.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'forbidden', 'staff_protected', 'silenced', 'adults_only'],
  },
  'POST /parties/:partyId/end': {
    access: 'member',
    limit: 'write',
    summary: 'Ends a party; its host and staff. It stays readable.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'forbidden', 'adults_only'],
  },
  'POST /parties/:partyId/join': {
    access: 'member',
    limit: 'write',
    summary: 'Joins a party. Joining twice is joining.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'party_ended', 'party_full', 'party_removed', 'party_not_open', 'adults_only'],
  },
  'POST /parties/:partyId/leave': {
    access: 'member',
    limit: 'write',
    summary: 'Leaves a party.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'adults_only'],
  },
  'PUT /parties/:partyId/presence': {
    access: 'member',
    limit: 'presence',
    summary: 'The sign that a page sends while its member is in the room.',
    params: partyParams,
    body: z.object({
      presence: z.enum(['here', 'away']),
      /** Measured round trip of the socket; null when it is not known yet. */
      roundTripMs: z.number().min(0).max(60_000).nullable(),
    }),
    reply: z.object({ participantCount: z.number(), stageVersion: z.number(), holderIsHere: z.boolean() }),
    errors: ['party_not_found', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/reminder': {
    access: 'member',
    limit: 'write',
    summary: 'Asks to be reminded before an announced party begins, or no longer.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'adults_only'],
  },
  'GET /parties/:partyId/participants': {
    access: 'session',
    limit: 'read',
    summary: 'Who is in the room: the host first, then in the order of joining.',
    params: partyParams,
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(participant),
    errors: ['party_not_found', 'adults_only'],
  },
  'DELETE /parties/:partyId/participants/:profileId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a member from the room for good: host, moderators of the party and staff.',
    params: memberParams,
    reply: done,
    errors: ['party_not_found', 'forbidden', 'staff_protected', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/moderators/:profileId': {
    access: 'member',
    limit: 'write',
    summary: 'The host makes a participant a moderator of the party, or no longer.',
    params: memberParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'forbidden', 'not_joined', 'adults_only'],
  },
  'PUT /parties/:partyId/chat': {
    access: 'member',
    limit: 'write',
    summary: 'Slows the chat down, or turns it off: host, moderators of the party and staff.',
    params: partyParams,
    body: chatSettings,
    reply: chatSettings,
    errors: ['party_not_found', 'forbidden', 'adults_only'],
  },
  'GET /parties/:partyId/messages': {
    access: 'session',
    limit: 'read',
    summary:
      'A page of the chat, oldest first; without a cursor the newest, and `next` leads to earlier ones. With `since` or `after` it goes forward from a time.',
    params: partyParams,
    query: z.object({ before: cursor.optional(), since: timestamp.optional(), after: cursor.optional() }),
    reply: pageOf(chatMessage),
    errors: ['party_not_found', 'adults_only'],
  },
  'POST /parties/:partyId/messages': {
    access: 'speaker',
    limit: 'chat',
    summary: 'Says something in the chat. The same submit again answers with the first message.',
    params: partyParams,
    body: z.object({
      content: z.string().trim().max(limits.messageMax),
      /** A staged image of the purpose `chat_image`. */
      fileId: id.nullable().default(null),
      submitId: id,
    }),
    reply: z.object({ message: chatMessage, notice: z.string().nullable(), seq: z.number().nullable() }),
    errors: [
      'party_not_found',
      'party_ended',
      'not_joined',
      'chat_off',
      'slow_mode',
      'banned_words',
      'rate_limit',
      'too_complex',
      'file_not_usable',
      'adults_only',
    ],
  },
  'DELETE /parties/messages/:messageId': {
    access: 'member',
    limit: 'write',
    summary: 'Removes a message: its author, host, moderators of the party and staff.',
    params: messageParams,
    body: z.object({ reason }),
    reply: done,
    errors: ['message_not_found', 'forbidden', 'staff_protected', 'silenced', 'adults_only'],
  },
  'PUT /parties/messages/:messageId/reaction': {
    access: 'member',
    limit: 'presence',
    summary: 'Gives, changes or takes back (null) a reaction to a message; who has joined the party.',
    params: messageParams,
    body: z.object({ reaction: reactionKey.nullable() }),
    reply: z.object({ reactions: z.array(reactionCount) }),
    errors: ['message_not_found', 'party_not_found', 'party_ended', 'not_joined', 'adults_only'],
  },
  'POST /parties/:partyId/typing': {
    access: 'speaker',
    limit: 'presence',
    summary: 'Shows others that the member is writing.',
    params: partyParams,
    reply: done,
    errors: ['party_not_found', 'not_joined', 'adults_only'],
  },
  'GET /parties/:partyId/stage': {
    access: 'session',
    limit: 'read',
    summary: 'What plays, the queue behind it, and reactions to the track so far.',
    params: partyParams,
    reply: z.object({
      stage,
      queue: z.array(queueItem),
      reactions: z.array(reactionSum),
      /** In DJ mode: who comes next, in order. */
      djs: z.array(person),
      now: z.number(),
    }),
    errors: ['party_not_found', 'adults_only'],
  },
  'POST /parties/:partyId/stage': {
    access: 'member',
    limit: 'write',
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
    summary:
      'Takes the stage over while its holder is gone: the DJ who is there longest, else the oldest participant. The host gets it back.',
    params: partyParams,
    reply: z.object({ stage }),
    errors: ['party_not_found', 'party_ended', 'not_joined', 'forbidden', 'adults_only'],
  },
  'PUT /parties/:partyId/dj-mode': {
    access: 'member',
    limit: 'write',
    summary: 'The host opens the stage to DJs, who get it in turn, or takes it back.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'party_ended', 'forbidden', 'adults_only'],
  },
  'PUT /parties/:partyId/dj': {
    access: 'member',
    limit: 'write',
    summary: 'Signs up for turns on the stage, or no longer.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: done,
    errors: ['party_not_found', 'party_ended', 'not_joined', 'dj_mode_off', 'adults_only'],
  },
  'PUT /parties/:partyId/stage/skip': {
    access: 'member',
    limit: 'write',
    summary: 'Votes to skip the track; more than half of those who are present skip it.',
    params: partyParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ stage }),
    errors: ['party_not_found', 'party_ended', 'not_joined', 'adults_only'],
  },
  'POST /parties/:partyId/queue': {
    access: 'member',
    limit: 'write',
    summary: 'Puts a track of the site at the end of the queue.',
    params: partyParams,
    body: z.object({ uploadId: id, trackId: id }),
    reply: z.object({ queue: z.array(queueItem) }),
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
  'DELETE /parties/:partyId/queue/:itemId': {
    access: 'member',
    limit: 'write',
    summary: 'Takes a track out of the queue: who added it, who holds the stage, moderators of the party and staff.',
    params: itemParams,
    reply: z.object({ queue: z.array(queueItem) }),
    errors: ['party_not_found', 'forbidden', 'not_found', 'adults_only'],
  },
  'PUT /parties/:partyId/queue/:itemId/place': {
    access: 'member',
    limit: 'write',
    summary: 'Moves a track before another one, or to the end (null): who holds the stage and moderators of the party.',
    params: itemParams,
    body: z.object({ before: id.nullable() }),
    reply: z.object({ queue: z.array(queueItem) }),
    errors: ['party_not_found', 'forbidden', 'not_found', 'adults_only'],
  },
  'PUT /parties/:partyId/queue/:itemId/vote': {
    access: 'member',
    limit: 'write',
    summary: 'Votes for a track of the queue, or takes the vote back. Tracks with more votes come first.',
    params: itemParams,
    body: z.object({ on: z.boolean() }),
    reply: z.object({ queue: z.array(queueItem) }),
    errors: ['party_not_found', 'not_joined', 'not_found', 'adults_only'],
  },
  'POST /parties/:partyId/reactions': {
    access: 'member',
    limit: 'presence',
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
  'GET /parties/:partyId/record': {
    access: 'session',
    limit: 'read',
    summary: 'What was played, in order, with the reactions to each track.',
    params: partyParams,
    query: z.object({ after: cursor.optional() }),
    reply: pageOf(playedTrack.extend({ reactions: z.array(reactionSum) })),
    errors: ['party_not_found', 'adults_only'],
  },
});

export const partyTopics = defineTopics({
  /** Parties were opened, changed or ended: lists are read again. */
  parties: { pattern: 'parties', access: 'public', events: { parties_changed: z.object({ id }) } },
  /**
   * The room. A message is in its event, because all subscribers may read it alike; pages leave out authors with whom
   * their reader has a block.
   */
  party: {
    pattern: 'party:{partyId}',
    access: 'decided by the feature',
    events: {
      message_created: z.object({ message: chatMessage }),
      message_removed: z.object({ id }),
      message_reactions: z.object({ id, reactions: z.array(reactionCount) }),
      stage_changed: z.object({ stage }),
      party_changed: z.object({ id }),
      queue_changed: z.object({ version: z.number() }),
      participants_changed: z.object({ count: z.number() }),
      reactions: z.object({ itemId: id, sums: z.array(reactionSum) }),
      typing: z.object({ profileId: id, name: z.string() }),
    },
  },
});
