import { z } from 'zod';
import { defineEndpoints } from '#platform/contract/endpoint.ts';
import { archive as limits, entryKinds } from '#platform/contract/archive-limits.ts';
import { type SharingKind, sharingTypes } from '#features/sharing/contract/limits.ts';
import { processing } from './endpoints.ts';
import { cursor, id, queryNumber, timestamp } from '#platform/contract/shapes.ts';

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

/** A file of an archive. A sound is heard at `/archives/{fileId}/{position}`. */
export const archiveEntry = z.object({
  position: z.number(),
  /** Below the archive's folder, `/` between names. */
  path: z.string(),
  kind: z.enum(entryKinds),
  bytes: z.number(),
  /** Of a sound: whether it is analysed yet, no sound by its content, damaged, or not to be analysed here. */
  analysis: z.enum(['waiting', 'done', 'not_sound', 'damaged', 'unavailable', 'interrupted']).nullable(),
  durationMs: z.number().nullable(),
  /** Beats a minute; null for what has no beat. */
  tempo: z.number().nullable(),
  /** `C`, `Cm`; null for what has no pitch. */
  key: z.string().nullable(),
  /** Waveform, base64: a byte for each of equal parts, 255 is full scale. */
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

const itemParams = z.object({ itemId: id });
const seconds = queryNumber(z.number().min(0).max(86_400));
const tempo = queryNumber(z.number().min(0).max(1000));

/** The endpoints of types with archives, with `/:list` in the place of their path. @param item the shape of a thing */
export function archiveEndpoints<Item extends z.ZodType>(kind: SharingKind, item: Item) {
  const { noun } = sharingTypes[kind];
  const notFound = `${kind}_not_found` as const;
  return defineEndpoints({
    'GET /:list/:itemId/archive': {
      access: 'public',
      limit: 'read',
      summary: `The files in the archive of the ${noun}, folder by folder; of its newest version, or of another.`,
      params: itemParams,
      query: z.object({
        version: queryNumber(z.int().min(1).max(100_000)).optional(),
        after: cursor.optional(),
        kind: z.enum(entryKinds).optional(),
        /** A part of a path. */
        search: z.string().trim().max(limits.searchMax).optional(),
        minSeconds: seconds.optional(),
        maxSeconds: seconds.optional(),
        minTempo: tempo.optional(),
        maxTempo: tempo.optional(),
        key: z.string().max(3).optional(),
      }),
      reply: archivePage,
      errors: [notFound, 'adults_only', 'not_found', 'archive_not_ready'],
    },
    'GET /:list/:itemId/versions': {
      access: 'public',
      limit: 'read',
      summary: `Every version of the archive of the ${noun}, newest first, with what is new in it.`,
      params: itemParams,
      reply: z.object({ items: z.array(archiveVersion) }),
      errors: [notFound, 'adults_only'],
    },
    'POST /:list/:itemId/versions': {
      access: 'speaker',
      limit: 'write',
      summary: `Adds an archive to the ${noun}, as its newest version; older ones stay. Its author alone.`,
      params: itemParams,
      body: newArchiveVersion,
      reply: item,
      errors: [
        notFound,
        'adults_only',
        'forbidden',
        'rights_required',
        'file_not_usable',
        'file_failed',
        'too_many_versions',
        'banned_words',
        'content_blocked',
      ],
    },
    'POST /:list/:itemId/buy': {
      access: 'member',
      limit: 'pay',
      summary: `Pays the price of the ${noun} to its author, once; the archive then stays open to the member.`,
      params: itemParams,
      body: z.object({
        /** The price as the member has read it. */
        price: z.int(),
      }),
      reply: z.object({ item, credits: z.number() }),
      errors: [
        notFound,
        'adults_only',
        'own_item',
        'not_for_sale',
        'already_owned',
        'price_changed',
        'author_gone',
        'insufficient_credits',
        'credits_resting',
      ],
    },
  });
}
