import { z } from 'zod';
import { archive as limits, entryKinds } from '#platform/contract/archive-limits.ts';
import { processing } from './endpoints.ts';
import { cursor, id, timestamp } from '#platform/contract/shapes.ts';

/** The newest archive of a thing. */
export const itemArchive = z.object({
  fileId: id,
  /** Counted from 1. */
  version: z.number(),
  name: z.string(),
  bytes: z.number(),
  /** `waiting` until it is listed; `failed` where it is refused. */
  processing,
  /** For its author and staff: why it is refused, or which names were changed or left out. */
  reason: z.string().nullable(),
  /** Said to its author and staff, as of every file. */
  mayProcessAgain: z.boolean(),
  /** Files in it, and how many of them are sounds, programs and further archives; null until it is listed. */
  entries: z.number().nullable(),
  sounds: z.number().nullable(),
  programs: z.number().nullable(),
  nested: z.number().nullable(),
  unpackedBytes: z.number().nullable(),
});
export type ItemArchive = z.infer<typeof itemArchive>;

/** A file of an archive. A sound that has `playback` is heard at `/archives/{fileId}/{position}`. */
export const archiveEntry = z.object({
  position: z.number(),
  /** Below the archive's folder, `/` between names. */
  path: z.string(),
  kind: z.enum(entryKinds),
  bytes: z.number(),
  /** Of a sound: whether it is analysed yet, no sound by its content, damaged, or not to be analysed here. */
  analysis: z.enum(['waiting', 'done', 'not_sound', 'damaged', 'unavailable', 'interrupted']).nullable(),
  /**
   * How a sound is heard, in every browser: as it is, or as a version that the first who listens waits for. Null: it is not
   * to be heard here, or that is not known yet.
   */
  playback: z.enum(['direct', 'prepared']).nullable(),
  durationMs: z.number().nullable(),
  /** Beats a minute; null for what has no beat. */
  tempo: z.number().nullable(),
  /** `C`, `Cm`; null for what has no pitch. */
  key: z.string().nullable(),
  /** Waveform, base64: a byte for each of equal parts, 255 is the loudest, of at least -34 dBFS. */
  peaks: z.string().nullable(),
});
export type ArchiveEntry = z.infer<typeof archiveEntry>;

/** A version of an archive. */
export const archiveVersion = z.object({
  fileId: id,
  number: z.number(),
  name: z.string(),
  bytes: z.number(),
  processing,
  /** What is new in it; empty for nothing said. */
  notes: z.string(),
  createdAt: timestamp,
});
export type ArchiveVersion = z.infer<typeof archiveVersion>;

/** A page of the files in an archive. */
export const archivePage = z.object({
  fileId: id,
  version: z.number(),
  items: z.array(archiveEntry),
  next: cursor.nullable(),
  /** Files of each kind, the keys that sounds have, and sounds that are not analysed yet: of all of it. */
  kinds: z.record(z.string(), z.number()),
  keys: z.array(z.string()),
  waiting: z.number(),
});

/** An archive that becomes the newest version. */
export const newArchiveVersion = z.object({
  /** A staged file of the purpose `sharing_archive`. */
  fileId: id,
  notes: z.string().trim().max(limits.notesMax).default(''),
  /** Confirms `archiveRightsWording`. */
  rights: z.boolean().default(false),
});
