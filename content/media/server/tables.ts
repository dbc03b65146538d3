import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MusicCandidates } from '#platform/server/archive/analyse.ts';
import { type EntryKind, entryKinds } from '#platform/contract/archive-limits.ts';
import type { StatedDetails } from './stated.ts';
import { type FilePurpose, type Licence, downloads, fileKinds } from '#content/media/contract/limits.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Files of members. Staged: uploaded, and seen by its owner alone. Claimed: part of a content. Removed: nobody's; the
 * cleaning job takes it out of the storage, and the row last.
 */
export const files = pgTable(
  'files',
  {
    /** The id of its transfer. */
    id: uuid('id').primaryKey(),
    /** Profile id. */
    ownerId: uuid('owner_id').notNull(),
    purpose: text('purpose').$type<FilePurpose>().notNull(),
    bucket: text('bucket').notNull(),
    /** Key in the storage, the bucket included: cannot be guessed. */
    key: text('key').notNull().unique(),
    /** As its owner named it, without what is dangerous in names. */
    name: text('name').notNull(),
    /** What a picture shows, in its owner's words, for people who do not see it; empty where nothing was said. */
    altText: text('alt_text').notNull().default(''),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Hash of what was decoded of a picture or a sound, so that another file with the same content is recognised; null until it was processed. */
    decodedSha256: text('decoded_sha256'),
    contentType: text('content_type').notNull(),
    kind: text('kind', { enum: fileKinds }).notNull(),
    state: text('state', { enum: ['staged', 'claimed', 'removed'] }).notNull(),
    contentKind: text('content_kind'),
    contentId: uuid('content_id'),
    position: smallint('position').notNull().default(0),
    /** Whether the content's kind is asked at every request; else everybody may have it. */
    guarded: boolean('guarded').notNull().default(true),
    processing: text('processing', { enum: ['waiting', 'done', 'failed', 'unavailable', 'interrupted'] }).notNull(),
    processingReason: text('processing_reason'),
    /** Runs of the present step that were begun: one that the machine ends every time is given up. */
    tries: smallint('tries').notNull().default(0),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    placeholder: text('placeholder'),
    /** Waveform, a digit for each bar (`waveOf`). */
    wave: text('wave'),
    loudness: real('loudness'),
    truePeak: real('true_peak'),
    /** Of the stereo version of a sound with more channels, which is what is played; null where it is the same. */
    playedLoudness: real('played_loudness'),
    playedTruePeak: real('played_true_peak'),
    /** The end of the file is missing: it plays as far as it goes. */
    endsEarly: boolean('ends_early').notNull().default(false),
    /**
     * Of a sound: whether tempo and key were looked for; `later`: a job of its own tries again. `interrupted`: the machine
     * ended every try at that, of a video at its smaller versions, of an archive at the analysis of its sounds.
     */
    analysis: text('analysis', { enum: ['waiting', 'later', 'done', 'unavailable', 'interrupted'] }),
    /** Beats a minute, as the file says or as it is heard; null for what has no beat. */
    tempo: real('tempo'),
    /** `C`, `Cm`; null for what has no pitch. */
    musicalKey: text('musical_key'),
    /** What else they may be, by the analysis; null before it, and where the file says both. */
    candidates: jsonb('candidates').$type<MusicCandidates>(),
    /** What readers may download of a sound or a video, and under which licence: its author's choice. */
    download: text('download', { enum: downloads }).notNull().default('stream'),
    licence: text('licence').$type<Licence>().notNull().default('all-rights-reserved'),
    /** What its owner confirmed about their rights in a sound or an archive, in these words, and when. */
    rightsWording: text('rights_wording'),
    rightsAt: at('rights_at'),
    tags: jsonb('tags').$type<Record<string, string>>().notNull().default({}),
    /** What its author says of a sound instead of what was found; found values stay beside it. */
    stated: jsonb('stated').$type<StatedDetails>().notNull().default({}),
    createdAt: at('created_at').notNull(),
    claimedAt: at('claimed_at'),
    removedAt: at('removed_at'),
  },
  (table) => [
    index('files_owner_idx').on(table.ownerId, table.id),
    index('files_content_idx')
      .on(table.contentId, table.position)
      .where(sql`state = 'claimed'`),
    index('files_staged_idx')
      .on(table.createdAt)
      .where(sql`state = 'staged'`),
    index('files_removed_idx')
      .on(table.removedAt)
      .where(sql`state = 'removed'`),
    index('files_analysis_idx')
      .on(table.id)
      .where(sql`analysis = 'waiting'`),
  ],
);

/** Files that were hidden after a complaint: what brings one of them back waits for a review. */
export const blockedFiles = pgTable(
  'blocked_files',
  {
    /** Checksum of the file, or of what was decoded of it. */
    sha256: text('sha256').notNull(),
    /** What it was hidden with; it is allowed again when that comes back. */
    contentId: uuid('content_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sha256, table.contentId] }),
    index('blocked_files_content_idx').on(table.contentId),
  ],
);

/** What was made from a file. */
export const fileRenditions = pgTable(
  'file_renditions',
  {
    fileId: uuid('file_id').notNull(),
    name: text('name').notNull(),
    key: text('key').notNull().unique(),
    contentType: text('content_type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.name] })],
);

/** Unfinished transfers. The bytes that have arrived are in `DATA_DIR/uploads`, under the transfer's id; their number is the offset. */
export const fileTransfers = pgTable(
  'file_uploads',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    /** The sign-in user's id, as the specification's key layouts want it. */
    userId: text('user_id').notNull(),
    purpose: text('purpose').$type<FilePurpose>().notNull(),
    name: text('name').notNull(),
    length: bigint('length', { mode: 'number' }).notNull(),
    /** Known once everything has come: a finish that was cut off goes on from here. */
    key: text('key'),
    sha256: text('sha256'),
    contentType: text('content_type'),
    kind: text('kind', { enum: fileKinds }),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('file_uploads_owner_idx').on(table.ownerId), index('file_uploads_expires_idx').on(table.expiresAt)],
);

/**
 * Which bytes of a sound or a video went to which network within the last day: a play needs them. `network` is a keyed
 * hash of the day and the address (IPv6: of its /64), never the address.
 */
export const servedRanges = pgTable(
  'served_ranges',
  {
    network: text('network').notNull(),
    /** Of the file or the rendition. */
    key: text('key').notNull(),
    ranges: int8multirange('ranges').notNull(),
    servedAt: at('served_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.network, table.key] }),
    index('served_ranges_served_idx').on(table.servedAt),
  ],
);

/** What an archive holds, as its list says. */
export const archives = pgTable('archives', {
  fileId: uuid('file_id').primaryKey(),
  entries: integer('entries').notNull(),
  sounds: integer('sounds').notNull(),
  /** Every program unpacks it to these entries; otherwise its downloads are made of them. */
  isExact: boolean('is_exact').notNull().default(false),
  /** Programs and further archives: pages warn of them. */
  programs: integer('programs').notNull(),
  nested: integer('nested').notNull(),
  unpackedBytes: bigint('unpacked_bytes', { mode: 'number' }).notNull(),
});

/** Files of an archive, from its central directory. They go with the file. */
export const archiveEntries = pgTable(
  'archive_entries',
  {
    fileId: uuid('file_id').notNull(),
    /** Place in the list, from 0: folder by folder. */
    position: integer('position').notNull(),
    /** Below the archive's folder, `/` between names. */
    path: text('path').notNull(),
    kind: text('kind', { enum: entryKinds }).$type<EntryKind>().notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    packed: bigint('packed', { mode: 'number' }).notNull(),
    method: smallint('method').notNull(),
    crc: bigint('crc', { mode: 'number' }).notNull(),
    /** Where the local header begins in the archive. */
    localAt: bigint('local_at', { mode: 'number' }).notNull(),
    /** Of a sound: not analysed yet, analysed, no sound by its content, damaged, or not to be analysed here. */
    analysis: text('analysis', { enum: ['waiting', 'done', 'not_sound', 'damaged', 'unavailable', 'interrupted'] }),
    /** Found from the content. */
    contentType: text('content_type'),
    /** How a sound is heard: as it is, because every browser plays it, or as a version that is made for it; null: not here. */
    playback: text('playback', { enum: ['direct', 'prepared'] }),
    durationMs: integer('duration_ms'),
    /** Beats a minute; null for what has no beat. */
    tempo: real('tempo'),
    /** `C`, `Cm`; null for what has no pitch. */
    musicalKey: text('musical_key'),
    /** What else they may be. */
    candidates: jsonb('candidates').$type<MusicCandidates>(),
    /** What its author says of them instead; found values stay beside it. */
    stated: jsonb('stated').$type<Pick<StatedDetails, 'tempo' | 'key'>>().notNull().default({}),
    /** Waveform: a byte for each of at most 48 equal parts, 255 is the loudest, of at least -34 dBFS. */
    peaks: bytea('peaks'),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.position] }),
    index('archive_entries_waiting_idx')
      .on(table.fileId, table.position)
      .where(sql`analysis = 'waiting'`),
  ],
);
