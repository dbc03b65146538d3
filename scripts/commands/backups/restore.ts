import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { Config } from '#platform/server/config.ts';
import { type BackupTarget, readTarget } from '#platform/server/config/backups.ts';
import { settingReader } from '#platform/server/config/reader.ts';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { isAlive, killServer } from '#platform/server/db/child/child-server.ts';
import { readOrNull } from '#platform/server/db/child/cluster.ts';
import type { Database } from '#platform/server/db/database.ts';
import { openDatabase } from '#platform/server/db/open.ts';
import { outageOf } from '#platform/server/db/outage.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { restoreFolder } from '#platform/server/backups/restore-mark.ts';
import { clearForStaging } from '#platform/server/backups/staging.ts';
import { openStorage } from '#platform/server/storage/open.ts';
import { StorageFull, StorageGone } from '#platform/server/storage/storage.ts';
import { type Archive, archiveFile, parts, unpack } from '../../backup/archive.ts';
import { identitiesIn } from '../../backup/encryption.ts';
import { holdingOf, loadDatabase, markOf, migrationsOf, unmark } from '../../backup/load.ts';
import { type Manifest, ArchiveError } from '../../backup/manifest.ts';
import { type BackupSet, restoreFiles, snapshotArchive, snapshotsOf, storedBytes } from '../../backup/set.ts';
import { openSet } from '../../backup/target.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  type Outcome,
  UsageError,
  folderCommand,
} from '../command.ts';
import { flag, text } from '../values.ts';

/** Folder of the database of a site without a server, in the data folder. */
export const DATABASE = 'postgres';

/** Shows failures of the archive or the database to the operator. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    if (error instanceof StorageFull || error instanceof StorageGone)
      throw new CommandError(`The place of the backups or of the files cannot be used: ${error.message}`);
    if (outageOf(error) !== null) throw new CommandError(`The database cannot be used: ${(error as Error).message}.`);
    if (error instanceof pg.DatabaseError) throw new CommandError(`The database refuses this: ${error.message}.`);
    throw error;
  }
}

export const log = pino({ level: 'error', base: null }, pino.destination({ dest: 2, sync: true }));

/** Opens the database as it is, for one piece of work. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const options = { patienceMs: 0, role: 'command', isMigrated: false } as const;
  const db = await openDatabase(config, log, makeOutages(log), options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Sums of a backup. */
export function sizeOf(manifest: Manifest): { files: number; rows: number; bytes: number } {
  const all = Object.entries(manifest.files);
  const stored = Object.values(manifest.stored ?? {});
  return {
    files: all.filter(([name]) => !name.startsWith('database/')).length + stored.length,
    rows: manifest.database.tables.reduce((sum, table) => sum + table.rows, 0),
    bytes: [...all.map(([, one]) => one), ...stored].reduce((sum, one) => sum + one.bytes, 0),
  };
}

/** What lies outside the data folder and needs a backup too. */
export const besides = (config: Config): string =>
  config.secret ? '\nSECRET is set in the environment and not in the backup: keep it too.' : '';

/** The database of a connection string, without user and password. */
export function serverName(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

/** A source of a restore: an archive, with the set that has its files where it is a snapshot. */
export interface Source {
  readonly archive: Archive;
  readonly set: BackupSet | null;
  /** Bytes that it is stored in: of the archive, and of the files beside it. */
  size(): Promise<{ readonly archive: number; readonly blobs: number }>;
  close(): void;
}

/** The options of every command that reads a backup. */
export const sourceOptions = {
  identity: text(
    'FILE',
    'File with the private key of age that opens it, as `age-keygen` makes it; that of BACKUP_IDENTITY when not given.',
    4096,
  ),
  snapshot: text(
    'TIME',
    'Of a set: the backup of this time, as `backup list` shows it; the newest when not given.',
    40,
  ),
};

/** Opens an archive or a set. @throws {CommandError} */
export async function openSource(
  typed: string,
  { config, environment }: Pick<CommandContext, 'config' | 'environment'>,
  options: { readonly identity?: string | undefined; readonly snapshot?: string | undefined },
): Promise<Source> {
  const keyFile = options.identity ?? config.backups.identity;
  const identities = keyFile === null ? [] : readIdentities(keyFile);
  const isS3 = typed.startsWith('s3://');
  const place = path.resolve(typed);
  const stats = isS3 ? null : lstatSync(place, { throwIfNoEntry: false });
  if (!isS3 && !stats) throw new CommandError(`There is no file ${place}.`);
  if (stats && !stats.isDirectory()) {
    if (options.snapshot !== undefined) throw new UsageError('--snapshot chooses one of a set; this is one archive.');
    const size = { archive: stats.size, blobs: 0 };
    return { archive: archiveFile(place, identities), set: null, size: () => Promise.resolve(size), close: () => {} };
  }
  const target = readTarget(isS3 ? typed : place, settingReader(environment).optional, 'SOURCE');
  const { set, close } = await openSet(target as Exclude<BackupTarget, { kind: 'command' }>);
  try {
    const all = await guarded(() => snapshotsOf(set));
    const chosen = options.snapshot === undefined ? all.at(-1) : all.find(({ name }) => name === options.snapshot);
    if (!chosen)
      throw new CommandError(
        all.length === 0 ? `There is no backup in ${typed}.` : `${typed} has no backup of ${options.snapshot}.`,
      );
    return { archive: snapshotArchive(set, chosen, identities), set, size: () => storedBytes(set, chosen), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @throws {CommandError} */
function readIdentities(typed: string): string[] {
  const file = path.resolve(typed);
  const content = readOrNull(file);
  if (content === null) throw new CommandError(`There is no file ${file}.`);
  const identities = identitiesIn(content);
  if (identities.length === 0) throw new CommandError(`${file} holds no private key of age ("AGE-SECRET-KEY-1…").`);
  return identities;
}

/** In the draft of a restore: the process that makes it. */
const RESTORING = 'process';

/** Ends what a killed restore has left running. @throws {CommandError} where another process restores right now */
export async function refuseSecond(draft: string): Promise<void> {
  const pid = Number(readOrNull(path.join(draft, RESTORING)));
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    throw new CommandError(`A restore into ${path.dirname(draft)} is under way by process ${pid}. Wait for its end.`);
  await killServer(path.join(draft, DATABASE));
}

/** Makes the folder of a restore, which names this process. */
export function takeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, RESTORING), String(process.pid));
}

/** @throws {CommandError} where the data folder holds anything but what an interrupted restore has left. */
function requireEmpty(dataDir: string): void {
  const there = existsSync(dataDir) ? readdirSync(dataDir) : [];
  if (there.length > 0 && !existsSync(restoreFolder(dataDir)))
    throw new CommandError(
      `The data folder ${dataDir} is not empty. Move what is there away, or set DATA_DIR to a new folder.`,
    );
}

/** @throws {CommandError} where a backup would be mixed with what a database server has already. */
async function requireEmptyDatabase(db: Database, config: Config, mark: string | null): Promise<void> {
  const holding = await holdingOf(db.pool);
  if (holding.table === null || (mark !== null && holding.mark === mark)) return;
  throw new CommandError(
    `The database ${serverName(config.databaseUrl!)} is not empty: it has the table ${holding.table}. Make a new one and name it in DATABASE_URL.`,
  );
}

/** A restored site. */
interface Restored {
  readonly manifest: Manifest;
  /** Tables of the backup that are not Looproom's. */
  readonly leftOut: readonly string[];
}

/**
 * Unpacks a backup beside its place, loads the database, and moves the files in place once every checksum is right. The
 * folder that it is unpacked into goes last: while it is there no site starts, and the next restore starts again.
 * @param isStaging as a copy for trying out
 * @throws {ArchiveError} {CommandError} and then leaves data folder and database empty
 */
export async function putInPlace(
  { archive, set }: Pick<Source, 'archive' | 'set'>,
  config: Config,
  isStaging = false,
): Promise<Restored> {
  const { dataDir } = config;
  const file = archive.name;
  const draft = restoreFolder(dataDir);
  const isRepeated = existsSync(draft);
  await refuseSecond(draft);
  const clear = (): void => {
    for (const part of [...parts, DATABASE]) rmSync(path.join(dataDir, part), { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  };
  // The database of this process is made beside its place too. A server's is checked before anything is unpacked.
  const target: Config = config.databaseUrl ? config : { ...config, dataDir: draft };
  const check = (mark: string | null): Promise<void> =>
    config.databaseUrl ? withDatabase(target, (db) => requireEmptyDatabase(db, config, mark)) : Promise.resolve();
  if (!isRepeated) await check(null);
  if (!isRepeated && config.s3) await requireEmptyBucket(config);
  clear();
  takeFolder(draft);
  let isLoaded = false;
  try {
    const manifest = await unpack(archive, draft);
    await placeFiles({ archive, set }, manifest, config, draft);
    const migrations = migrationsOf(file, manifest, migrationsFolder(config));
    const mark = markOf(manifest);
    await check(isRepeated ? mark : null);
    const leftOut = await withDatabase(target, async (db) => {
      // By the try before this one, which was interrupted behind it.
      const isThere = (await holdingOf(db.pool)).mark === mark;
      const others = isThere ? [] : await loadDatabase(db, log, archive, manifest, migrations);
      isLoaded = true;
      if (isStaging) await db.tx((tx) => clearForStaging(tx, config, draft));
      if (!config.databaseUrl) await unmark(db.pool, isStaging);
      return others;
    });
    for (const part of [...parts, DATABASE])
      if (existsSync(path.join(draft, part))) renameSync(path.join(draft, part), path.join(dataDir, part));
    syncFolder(dataDir);
    rmSync(draft, { recursive: true });
    syncFolder(dataDir);
    if (config.databaseUrl) await withDatabase(config, (db) => unmark(db.pool, isStaging));
    return { manifest, leftOut };
  } catch (error) {
    // What a server has is there to stay: the same command goes on from there.
    if (!isLoaded) clear();
    throw error;
  }
}

/** @throws {CommandError} where restored files would be mixed with others */
async function requireEmptyBucket(config: Config): Promise<void> {
  const store = await openStorage(config);
  try {
    for await (const { key } of store.list(''))
      throw new CommandError(
        `The bucket ${config.s3!.bucket} is not empty: it has ${key}. Name a new one in S3_BUCKET.`,
      );
  } finally {
    store.close();
  }
}

/** Brings members' files to where the settings have them: out of the set, and out of the draft into a bucket. */
async function placeFiles(
  { archive, set }: Pick<Source, 'archive' | 'set'>,
  manifest: Manifest,
  config: Config,
  draft: string,
): Promise<void> {
  const inDraft = await openStorage({ dataDir: draft, s3: null });
  const bucket = config.s3 ? await openStorage(config) : null;
  try {
    if (bucket) {
      for await (const { key } of inDraft.list('')) {
        const about = await inDraft.stat(key);
        await bucket.take(key, path.join(draft, 'files', key), about!);
      }
    }
    if (set) await restoreFiles(set, manifest, archive.identities, bucket ?? inDraft);
    if (bucket) rmSync(path.join(draft, 'files'), { recursive: true, force: true });
  } finally {
    bucket?.close();
  }
}

/** Makes the names in a folder last through a power cut; Windows has no way to. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Getting a site back. */
export const restore: Command = folderCommand({
  name: 'restore',
  about: 'Brings a backup into an empty data folder, database and bucket, with every checksum compared.',
  parameters: { source: text('SOURCE', 'An archive, the folder of a set, or s3://BUCKET/PREFIX.', 4096) },
  options: {
    ...sourceOptions,
    staging: flag(
      'As a copy for trying out: with another secret, nobody signed in, no mails, no pushes, no real payments, no crawlers.',
    ),
  },
  async run(context, input): Promise<Outcome> {
    const { config } = context;
    const { dataDir } = config;
    const source = await openSource(input.source, context, input);
    try {
      requireEmpty(dataDir);
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const { manifest, leftOut } = await guarded(() => putInPlace(source, config, input.staging));
      const { files, rows, bytes } = sizeOf(manifest);
      const { createdAt, version } = manifest;
      const others =
        leftOut.length > 0 ? `\nTables that are not of Looproom were left out: ${leftOut.join(', ')}.` : '';
      return {
        data: { dataDir, createdAt, version, rows, files, bytes, leftOut },
        text: `Restored ${rows} rows and ${files} files of ${createdAt} (version ${version}) into ${config.databaseUrl ? `${serverName(config.databaseUrl)} and ` : ''}${dataDir}; every checksum is right.${others}${besides(config)}`,
      };
    } finally {
      source.close();
    }
  },
});
