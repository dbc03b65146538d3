import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { markBackupTest, markBackupTrial } from '#platform/server/backups/backup-mark.ts';
import type { Config } from '#platform/server/config.ts';
import { killServer } from '#platform/server/db/child/child-server.ts';
import type { Database } from '#platform/server/db/database.ts';
import { makeDiskStorage, spaceOf } from '#platform/server/storage/disk.ts';
import type { Space } from '#platform/server/storage/storage.ts';
import { ArchiveError, NotReadable } from '../../backup/manifest.ts';
import { type Command, CommandError, type Outcome, folderCommand } from '../command.ts';
import { text } from '../values.ts';
import {
  DATABASE,
  type Source,
  guarded,
  openSource,
  putInPlace,
  refuseSecond,
  sizeOf,
  sourceOptions,
  takeFolder,
  withDatabase,
} from './restore.ts';

/** Bytes of a database with its indexes and log, by those of its compressed archive. */
const DATABASE_GROWTH = 12;
/** Bytes of an archive whose share of files is not known, unpacked. */
const ARCHIVE_GROWTH = 1.5;
/** Bytes of an empty database with its log. */
const EMPTY_DATABASE = 200_000_000;
/** Bytes that are read between two looks at the room that is left. */
const STEP_BYTES = 1024 * 1024;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

/**
 * Compares the bytes that a restore may take with the room beyond what the site needs itself.
 * @throws {CommandError} where it is less
 */
export async function requireRoom({ set, size }: Pick<Source, 'set' | 'size'>, space: Space): Promise<void> {
  const room = Math.max(0, space.free - space.reserve);
  const { archive, blobs } = await size();
  const needed = archive * (set ? DATABASE_GROWTH : ARCHIVE_GROWTH) + blobs + EMPTY_DATABASE;
  if (room < needed)
    throw new CommandError(
      `There is no room for a restore test: it may take ${megabytes(needed)}, and ${megabytes(room)} may be used. Make room, or run "backup test" on another machine.`,
    );
}

/** The same stream, which fails before the disk is full. @param isShort whether no more may be written */
export function withinRoom(stream: Readable, isShort: () => boolean): Readable {
  async function* pass(): AsyncGenerator<Buffer> {
    let unlooked = STEP_BYTES;
    for await (const part of stream as AsyncIterable<Buffer>) {
      unlooked += part.length;
      if (unlooked >= STEP_BYTES) {
        unlooked = 0;
        if (isShort()) throw new NotReadable('The disk became too full for the test, which was given up. Make room.');
      }
      yield part;
    }
  }
  return Readable.from(pass(), { objectMode: false });
}

/** A source that fails before the disk is full. */
function boundedSource({ archive, set }: Source, folder: string, reserve: number): Pick<Source, 'archive' | 'set'> {
  const isShort = (): boolean => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < reserve;
  };
  const bounded = (stream: Readable): Readable => withinRoom(stream, isShort);
  return {
    archive: { ...archive, open: async () => bounded(await archive.open()) },
    set: set && {
      ...set,
      async read(key) {
        const read = await set.read(key);
        return read && { ...read, body: bounded(read.body) };
      },
    },
  };
}

/**
 * The folder of restore tests: in the data folder, for that is on a disk with room, and a temporary folder may be memory.
 * What a killed test has left goes first.
 * @throws {CommandError} where another test is under way
 */
async function takeScratch(dataDir: string): Promise<string> {
  const scratch = path.join(dataDir, 'backup-test');
  await refuseSecond(scratch);
  for (const part of ['data', 'data/.restore']) await killServer(path.join(scratch, part, DATABASE));
  rmSync(scratch, { recursive: true, force: true });
  takeFolder(scratch);
  return scratch;
}

/** Files that rows name and that are not there. */
async function missingFiles(db: Database, folder: string): Promise<string[]> {
  const store = makeDiskStorage(folder);
  const missing: string[] = [];
  let after = '';
  for (;;) {
    const { rows } = await db.pool.query<{ key: string }>(
      `SELECT key FROM files WHERE state = 'claimed' AND key > $1 ORDER BY key LIMIT 1000`,
      [after],
    );
    for (const { key } of rows) if (!(await store.stat(key))) missing.push(key);
    if (rows.length < 1000) return missing;
    after = rows.at(-1)!.key;
  }
}

/** Whether a failure says something about the backup, and not about this machine. */
const isVerdict = (error: unknown): boolean =>
  error instanceof ArchiveError
    ? !(error instanceof NotReadable)
    : // Values that the database cannot read, and rows that contradict each other.
      error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/** Restores a backup and compares it. @throws {ArchiveError} where it is of no full use */
async function tryRestore(source: Source, config: Config, scratch: string) {
  const target: Config = { ...config, dataDir: path.join(scratch, 'data'), databaseUrl: null, s3: null };
  mkdirSync(target.dataDir, { mode: 0o700 });
  const space = await spaceOf(scratch);
  await requireRoom(source, space);
  const { manifest } = await putInPlace(boundedSource(source, scratch, space.reserve), target);
  const missing = await withDatabase(target, (db) => missingFiles(db, path.join(target.dataDir, 'files')));
  if (missing.length > 0)
    throw new ArchiveError(
      `The backup is of no full use: ${missing.length} files that its rows name are not in it, ${missing[0]} first.`,
    );
  return manifest;
}

/** Trying whether a backup can be restored. */
export const backupTest: Command = folderCommand({
  name: 'backup test',
  about:
    'Restores a backup into a scratch folder with a database of its own, compares everything, and removes it again.',
  parameters: { source: text('SOURCE', 'An archive, the folder of a set, or s3://BUCKET/PREFIX.', 4096) },
  options: sourceOptions,
  async run(context, input): Promise<Outcome> {
    const { config } = context;
    const source = await openSource(input.source, context, input);
    const scratch = await takeScratch(config.dataDir);
    const clear = (): void => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    const end = (): never => {
      clear();
      process.exit(1);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
    try {
      const manifest = await guarded(() =>
        tryRestore(source, config, scratch).catch(async (error: unknown) => {
          const at = new Date().toISOString();
          if (isVerdict(error))
            await markBackupTrial(config.dataDir, { at, outcome: 'failed', text: (error as Error).message });
          throw error;
        }),
      );
      const { files, rows, bytes } = sizeOf(manifest);
      const said = `The backup of ${manifest.createdAt} can be restored: ${rows} rows and ${files} files came back, every checksum is right, and each file that a row names is there.`;
      await markBackupTest(config.dataDir, { at: new Date().toISOString(), of: manifest.createdAt }, said);
      return { data: { createdAt: manifest.createdAt, rows, files, bytes }, text: said };
    } finally {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, end);
      source.close();
      clear();
    }
  },
});
