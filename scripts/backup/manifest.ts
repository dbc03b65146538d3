import { z } from 'zod';

/** Inside the archive: what it is, and the checksum of every file. */
export const MANIFEST = 'looproom-backup.json';

/** A backup that cannot be made or used; the message is a sentence for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** A backup could not be looked into, for what lies outside it: no room, no key. Nothing is known of it. */
export class NotReadable extends ArchiveError {
  override name = 'NotReadable';
}

/** What a name in the database looks like, so that nothing else of an archive gets into a statement. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const qualifiedName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}\.[a-z_][a-z0-9_]{0,62}$/);

/** The bounds of a partition by range; another partition is there once its table is, or its rows go elsewhere. */
export const rangeBound = /^FOR VALUES FROM \('[\w :.+-]+'\) TO \('[\w :.+-]+'\)$/;

const tableShape = z.object({
  /** `schema.table` */
  name: qualifiedName,
  /** In the order of the values of a row. */
  columns: z.array(name).min(1),
  rows: z.number(),
  /** What the table is divided into, of its schema too. */
  partitions: z.array(z.object({ name, bound: z.string().regex(rangeBound) })),
});

const databaseShape = z.object({
  /** Version of the PostgreSQL that it was read from. */
  server: z.string(),
  /** Those applied, in order. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(tableShape),
  sequences: z.array(z.object({ name: qualifiedName, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
});

/** A member's file that lies beside the archive, in a set of backups. */
const storedShape = z.object({
  bytes: z.number(),
  /** Of its content, hexadecimal. */
  sha256: z.string(),
  contentType: z.string(),
  /** Key of its blob in the set. */
  blob: z.string().regex(/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}(?:\.age)?$/),
});

const manifestShape = z.object({
  /** 3: with members' files beside the archive. */
  format: z.enum(['looproom-backup-2', 'looproom-backup-3']),
  /** Version of Looproom that made it. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  database: databaseShape,
  /** By path, with `/`: hexadecimal SHA-256. */
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** Members' files that lie beside it, by storage key. */
  stored: z.record(z.string(), storedShape).optional(),
});

/** A member's file in a set of backups. */
export type SavedFile = z.infer<typeof storedShape>;
/** A table in a backup. */
export type SavedTable = z.infer<typeof tableShape>;
/** The manifest's part about the database. */
export type SavedDatabase = z.infer<typeof databaseShape>;
/** The manifest of a backup. */
export type Manifest = z.infer<typeof manifestShape>;

/** Why an archive of format 1 is not taken. */
export function formerFormat(file: string): ArchiveError {
  return new ArchiveError(
    `${file} is a backup of format 1, which this version does not read: restore it with the version that made it, and make a new backup of that site with a version that still opens its database folder.`,
  );
}

/** The manifest of an archive. @throws {ArchiveError} for one of another format, or none */
export function parseManifest(file: string, text: string): Manifest {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    said = null;
  }
  const { format } = z.object({ format: z.string() }).catch({ format: '' }).parse(said);
  const number = Number(/^looproom-backup-(\d+)$/.exec(format)?.[1]);
  if (number === 1) throw formerFormat(file);
  if (number > 3)
    throw new ArchiveError(
      `${file} is a backup of format ${number}, made by a newer version of Looproom. Restore it with that version.`,
    );
  const parsed = manifestShape.safeParse(said);
  if (!parsed.success)
    throw new ArchiveError(`${file} is no backup of this version of Looproom: its list of files cannot be read.`);
  return parsed.data;
}
