import { z } from 'zod';
import { reactionCount, visibility } from '#content/core/contract/shapes.ts';
import { parties as limits, partyReactions } from './limits.ts';
import { artwork, mediaFile } from '#content/media/contract/endpoints.ts';
import { id, person, place, timestamp } from '#platform/contract/shapes.ts';

/** `scheduled` opens its room some minutes before it begins; `ended` stays readable. */
export const partyState = z.enum(['scheduled', 'active', 'ended']);

/** What plays in a party, as its card shows it. */
export const partyPlaying = z.object({
  uploadId: id,
  trackId: id,
  title: z.string(),
  artwork: z.array(artwork),
  author: person,
  /** The sound, which is public by itself; null while it cannot be heard. */
  file: mediaFile.nullable(),
  /** Position in the track at `at`, milliseconds of the server's clock. */
  positionMs: z.number(),
  at: z.number(),
});
export type PartyPlaying = z.infer<typeof partyPlaying>;

/** One party in a list. */
export const partyCard = z.object({
  id,
  name: z.string(),
  /** Plain text. */
  description: z.string(),
  host: person,
  state: partyState,
  isAdult: z.boolean(),
  /** Members who are present: their page was heard of lately. Of an ended party those who were at its end. */
  participantCount: z.number(),
  spotifyPlaylistId: z.string().nullable(),
  createdAt: timestamp,
  /** Null for a party that began when it was made. */
  startsAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** The track that plays; null when nothing does. */
  playing: partyPlaying.nullable(),
  /** Some of those who are present. Visitors get them where they may listen. */
  faces: z.array(person),
  /** Visitors and members who have not joined may hear what plays. */
  allowsListeners: z.boolean(),
});
export type PartyCard = z.infer<typeof partyCard>;

/** Of who was heard of lately: `away` has the page in the background. */
export const presence = z.enum(['here', 'away']);

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
export const queuedItem = z.object({
  id,
  uploadId: id,
  trackId: id,
  title: z.string(),
  /** Its cover, the smallest size first; of a track that waits that size alone. Empty without one. */
  artwork: z.array(artwork),
  author: person,
  addedBy: person,
  durationMs: z.number(),
  votes: z.number(),
  voted: z.boolean(),
  /** The sound; only of the track that plays and of the next one. */
  file: mediaFile.nullable(),
});
export type QueueItem = z.infer<typeof queuedItem>;

/**
 * What plays, as a function of the server's clock: while `isPlaying`, the position at a time `t` is
 * `positionMs + (t - at)`, where `at` may lie a little ahead. `version` counts up with every change.
 */
export const stage = z.object({
  version: z.number(),
  item: queuedItem.nullable(),
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
  place,
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
  /** Why it is held or removed, for its host and staff; null for what everybody sees. */
  notice: z.string().nullable(),
  chat: chatSettings,
  /** Number of the last event of its topic, to resume from. */
  eventSeq: z.number(),
  /** The reader has joined, and is not removed. */
  hasJoined: z.boolean(),
  /** The reader was removed from the room, and may not join it again. */
  isRemoved: z.boolean(),
  /** The stage goes by turns to those who signed up, and whether the reader is one of them. */
  isDjMode: z.boolean(),
  isDj: z.boolean(),
  /** Whoever drives was heard of lately, and whether the host was. */
  holderIsHere: z.boolean(),
  hostIsHere: z.boolean(),
  /** Wants to be reminded of the beginning. */
  hasReminder: z.boolean(),
  /** Members whose messages this reader does not see, because of a block between the two. */
  hiddenAuthors: z.array(id),
  can: z.object({
    /** Chat, stage, people and record; not for who was removed. */
    read: z.boolean(),
    /** Hear what plays: who has joined, and where the host allows it everybody who sees the party. */
    listen: z.boolean(),
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
    delete: z.boolean(),
    restore: z.boolean(),
    report: z.boolean(),
  }),
});
export type Party = z.infer<typeof party>;

/** What became of a set that was put into a queue. */
export const queuedSet = z.object({
  queue: z.array(queuedItem),
  /** Entries of the set. */
  total: z.number(),
  added: z.number(),
  leftOut: z.object({
    /** Not for everybody in the room, without a track of this site, or not there any more. */
    notPlayable: z.number(),
    alreadyQueued: z.number(),
    /** Beyond the limits of the queue. */
    noRoom: z.number(),
  }),
});
export type QueuedSet = z.infer<typeof queuedSet>;

/** A track that was played. */
export const playedTrack = z.object({
  item: queuedItem,
  startedAt: timestamp,
  endedAt: timestamp.nullable(),
});
export type PlayedTrack = z.infer<typeof playedTrack>;

/** What the stage did while a track was on it, since it began: where the sound was then, and whether it went on. */
export const playbackStep = z.object({ afterMs: z.number(), positionMs: z.number(), isPlaying: z.boolean() });
export type PlaybackStep = z.infer<typeof playbackStep>;

/** One of the reactions to what plays. */
export const reaction = z.enum(partyReactions);
/** How often a reaction was given at one position of a track. */
export const reactionSum = z.object({ key: reaction, atMs: z.number(), count: z.number() });

/** Names a party. */
export const partyParams = z.object({ partyId: id });
/** Names a track of a queue. */
export const itemParams = z.object({ partyId: id, itemId: id });
/** Names a member in a party. */
export const memberParams = z.object({ partyId: id, profileId: id });
/** Names a message of a chat. */
export const messageParams = z.object({ messageId: id });
