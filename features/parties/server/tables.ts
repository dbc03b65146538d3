import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { answerColumns, contentColumns, textColumns } from '#content/core/server/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Listening parties, with what plays in them. */
export const listeningParties = pgTable(
  'listening_parties',
  {
    ...contentColumns(),
    name: text('name').notNull(),
    /** Plain text. */
    description: text('description').notNull(),
    spotifyPlaylistId: text('spotify_playlist_id'),
    /** Profile id. */
    hostId: uuid('host_id').notNull(),
    isAdult: boolean('is_adult').notNull(),
    /** Null for a party that began when it was made. */
    startsAt: at('starts_at'),
    endedAt: at('ended_at'),
    isActive: boolean('is_active').generatedAlwaysAs(sql`state = 'published' AND ended_at IS NULL`),
    /** Members who have joined, present or not; at the end of a party those who were present. */
    participantCount: integer('participant_count').notNull().default(0),
    messageCount: integer('message_count').notNull().default(0),
    /** Last sign of presence of anybody. */
    seenAt: at('seen_at').notNull(),
    chatIsOff: boolean('chat_is_off').notNull().default(false),
    slowSeconds: smallint('slow_seconds').notNull().default(0),
    /** Visitors and members who have not joined may hear what plays. */
    allowsListeners: boolean('allows_listeners').notNull().default(false),
    /** The stage goes by turns to those who signed up. */
    isDjMode: boolean('is_dj_mode').notNull().default(false),
    /** Profile id of who drives; null for the host. */
    stageHolderId: uuid('stage_holder_id'),
    /** A row of `listening_party_queue`. */
    stageItemId: uuid('stage_item_id'),
    stageIsPlaying: boolean('stage_is_playing').notNull().default(false),
    /** Position in the track at `stage_at`, which may lie a little ahead. */
    stagePositionMs: integer('stage_position_ms').notNull().default(0),
    stageAt: at('stage_at').notNull(),
    stageVersion: integer('stage_version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('listening_parties_submit_key').on(table.hostId, table.submitId),
    index('listening_parties_active_idx')
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' AND ended_at IS NULL`),
    index('listening_parties_starts_idx')
      .on(table.startsAt, table.id)
      .where(sql`state = 'published' AND ended_at IS NULL AND starts_at IS NOT NULL`),
    index('listening_parties_ended_idx')
      .on(table.endedAt, table.id)
      .where(sql`state = 'published' AND ended_at IS NOT NULL`),
    index('listening_parties_removed_idx')
      .on(table.removedAt)
      .where(sql`removed_at IS NOT NULL`),
  ],
);

/** Who joined a party. Those who left or were removed keep their row. */
export const listeningPartyParticipants = pgTable(
  'listening_party_participants',
  {
    id: uuid('id').primaryKey(),
    partyId: uuid('party_id').notNull(),
    /** Profile id. */
    participantId: uuid('participant_id').notNull(),
    isModerator: boolean('is_moderator').notNull().default(false),
    joinedAt: at('joined_at').notNull(),
    leftAt: at('left_at'),
    /** Removed from the room for good. */
    removedAt: at('removed_at'),
    removedBy: uuid('removed_by'),
    isAway: boolean('is_away').notNull().default(false),
    seenAt: at('seen_at').notNull(),
    /** Signed up for turns on the stage; null for who did not. */
    djAt: at('dj_at'),
    /** Beginning of the last turn. */
    turnAt: at('turn_at'),
    /** Round trip of the socket as the page measured it. */
    roundTripMs: integer('round_trip_ms'),
  },
  (table) => [
    uniqueIndex('listening_party_participants_key').on(table.partyId, table.participantId),
    index('listening_party_participants_room_idx')
      .on(table.partyId, table.joinedAt, table.id)
      .where(sql`left_at IS NULL AND removed_at IS NULL`),
    index('listening_party_participants_member_idx').on(table.participantId),
  ],
);

/** Minutes in which a member was in a room: the evidence for the reward of a community event. */
export const listeningPartyPresence = pgTable(
  'listening_party_presence',
  {
    partyId: uuid('party_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    minute: at('minute').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partyId, table.minute, table.profileId] }),
    index('listening_party_presence_minute_idx').on(table.minute),
    index('listening_party_presence_member_idx').on(table.profileId),
  ],
);

/** Who wants to be reminded of a beginning. */
export const listeningPartyReminders = pgTable(
  'listening_party_reminders',
  { partyId: uuid('party_id').notNull(), profileId: uuid('profile_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.partyId, table.profileId] }),
    index('listening_party_reminders_member_idx').on(table.profileId),
  ],
);

/** Messages of parties' chats. */
export const chatMessages = pgTable(
  'chat_messages',
  {
    ...contentColumns(),
    ...textColumns(),
    ...answerColumns(),
    partyId: uuid('party_id').notNull(),
    /** Profile id. */
    authorId: uuid('author_id').notNull(),
    messageType: text('message_type', { enum: ['text', 'image'] }).notNull(),
    /** A claimed file of `media`; the specification's `image_url` is made from it when it is read. */
    fileId: uuid('file_id'),
  },
  (table) => [
    uniqueIndex('chat_messages_submit_key').on(table.authorId, table.submitId),
    index('chat_messages_party_idx').on(table.partyId, table.place),
    index('chat_messages_author_idx').on(table.authorId, table.createdAt, table.id),
    index('chat_messages_removed_idx')
      .on(table.removedAt)
      .where(sql`removed_at IS NOT NULL`),
  ],
);

/** Tracks that wait, play, or were played. */
export const listeningPartyQueue = pgTable(
  'listening_party_queue',
  {
    id: uuid('id').primaryKey(),
    partyId: uuid('party_id').notNull(),
    uploadId: uuid('upload_id').notNull(),
    trackId: uuid('track_id').notNull(),
    addedBy: uuid('added_by').notNull(),
    addedAt: at('added_at').notNull(),
    votes: integer('votes').notNull().default(0),
    /**
     * While it waits its place where somebody has ordered the queue by hand; those without one follow, by votes. Then
     * `stage_version` of its beginning, which orders the record.
     */
    place: integer('place'),
    state: text('state', { enum: ['queued', 'playing', 'played'] }).notNull(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
  },
  (table) => [
    uniqueIndex('listening_party_queue_track_key')
      .on(table.partyId, table.trackId)
      .where(sql`state = 'queued'`),
    index('listening_party_queue_state_idx').on(table.partyId, table.state, table.place),
    index('listening_party_queue_upload_idx').on(table.uploadId),
    index('listening_party_queue_member_idx').on(table.addedBy),
  ],
);

/** How the stage went while a track was on it: beginnings, pauses and seeks, for who plays the party again. */
export const listeningPartyPlayback = pgTable(
  'listening_party_playback',
  {
    itemId: uuid('item_id').notNull(),
    /** Milliseconds since the track began. */
    afterMs: integer('after_ms').notNull(),
    /** `stage_version` of the command. */
    version: integer('version').notNull(),
    positionMs: integer('position_ms').notNull(),
    isPlaying: boolean('is_playing').notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.version] })],
);

/** Votes for a track (`up`), and to skip it. */
export const listeningPartyVotes = pgTable(
  'listening_party_votes',
  {
    itemId: uuid('item_id').notNull(),
    profileId: uuid('profile_id').notNull(),
    kind: text('kind', { enum: ['up', 'skip'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.kind, table.profileId] }),
    index('listening_party_votes_member_idx').on(table.profileId),
  ],
);

/** Reactions to a track, summed up by the second. */
export const listeningPartyReactions = pgTable(
  'listening_party_reactions',
  {
    itemId: uuid('item_id').notNull(),
    key: text('key').notNull(),
    /** Seconds from the beginning of the track. */
    second: integer('second').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.itemId, table.second, table.key] })],
);
