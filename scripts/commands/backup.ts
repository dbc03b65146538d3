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
import { markBackup } from '#platform/server/backup-mark.ts';
import { migrationsFolder } from '#platform/server/db/migrate.ts';
import { isAlive, killServer } from '#platform/server/db/child/child-server.ts';
import { readOrNull } from '#platform/server/db/child/cluster.ts';
import type { Database } from '#platform/server/db/database.ts';
import { openDatabase } from '#platform/server/db/open.ts';
import { outageOf } from '#platform/server/db/outage.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { refuseHalfRestored, restoreFolder } from '#platform/server/restore-mark.ts';
import { pack, parts, unpack } from '../backup/archive.ts';
import { holdingOf, loadDatabase, markOf, migrationsOf, unmark } from '../backup/load.ts';
import { type Manifest, type SavedDatabase, ArchiveError } from '../backup/manifest.ts';
import { readDatabase } from '../backup/tables.ts';
import { type Command, CommandError, type Outcome, UsageError, folderCommand } from './command.ts';
import { text } from './values.ts';

const ENDING = '.tar.gz';
/** Folder of the database of a site without a server, in the data folder. */
const DATABASE = 'postgres';

/** The archive's file: as named, or named by the time inside a folder. @throws {UsageError} {CommandError} */
function targetOf(config: Config, typed: string, now: Date): string {
  const given = path.resolve(typed);
  const isFolder = lstatSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && !given.endsWith(ENDING))
    throw new UsageError(`${typed} must be a folder that exists, or a file name that ends with ${ENDING}.`);
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = isFolder ? path.join(given, `looproom-${stamp}${ENDING}`) : given;
  if (existsSync(file)) throw new CommandError(`${file} exists already and is left as it is.`);
  if (!existsSync(path.dirname(file))) throw new CommandError(`There is no folder ${path.dirname(file)}.`);
  if (`${file}${path.sep}`.startsWith(config.dataDir + path.sep))
    throw new CommandError('A backup inside the data folder would be lost with it. Name a place elsewhere.');
  return file;
}

/** Shows failures of the archive or the database to the operator. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    if (outageOf(error) !== null) throw new CommandError(`The database cannot be used: ${(error as Error).message}.`);
    if (error instanceof pg.DatabaseError) throw new CommandError(`The database refuses this: ${error.message}.`);
    throw error;
  }
}

const log = pino({ level: 'error', base: null }, pino.destination({ dest: 2, sync: true }));

/** Opens the database as it is, for one piece of work. */
async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const options = { patienceMs: 0, role: 'command', isMigrated: false } as const;
  const db = await openDatabase(config, log, makeOutages(log), options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function sizeOf(manifest: Manifest): { files: number; rows: number; bytes: number } {
  const all = Object.entries(manifest.files);
  return {
    files: all.filter(([name]) => !name.startsWith('database/')).length,
    rows: manifest.database.tables.reduce((sum, table) => sum + table.rows, 0),
    bytes: all.reduce((sum, [, one]) => sum + one.bytes, 0),
  };
}

/** What lies outside the data folder and needs a backup too. */
function besides(config: Config): string {
  const secret = config.secret ? '\nSECRET is set in the environment and not in the backup: keep it too.' : '';
  const bucket = config.s3
    ? `\nThe members' files are not in the backup: they are in the bucket ${config.s3.bucket}. Copy it with the tools of its store, or switch its versioning on.`
    : '';
  return secret + bucket;
}

/** The database of a connection string, without user and password. */
function serverName(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${decodeURIComponent(pathname.slice(1))} on ${host}`;
}

const backup = folderCommand({
  name: 'backup',
  about: 'Writes database, files and secret into one archive, beside the running site.',
  parameters: { target: text('FILE|FOLDER', `A new file ${ENDING}, or a folder to make one in.`, 4096) },
  options: {},
  async run({ config }, input): Promise<Outcome> {
    const createdAt = new Date();
    const file = targetOf(config, input.target, createdAt);
    refuseHalfRestored(config.dataDir);
    const { version, databaseUrl, dataDir } = config;
    if (!databaseUrl && !existsSync(path.join(dataDir, DATABASE, 'PG_VERSION')))
      throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the site has it.`);
    const database: SavedDatabase = { server: '', migrations: [], tables: [], sequences: [] };
    const manifest = await guarded(() =>
      withDatabase(config, (db) =>
        pack(file, { dataDir, version, createdAt, pieces: readDatabase(db.pool, database), database }),
      ),
    );
    const { files, rows, bytes } = sizeOf(manifest);
    await markBackup(dataDir, { at: createdAt.toISOString(), bytes });
    return {
      data: { file, tables: database.tables.length, rows, files, bytes, bucket: config.s3?.bucket ?? null },
      text: `Wrote ${file}: ${rows} rows of ${database.tables.length} tables and ${files} files, ${Math.ceil(bytes / 1_000_000)} MB before compression.${besides(config)}\nIt holds every member's data${config.secret ? '' : ' and the secret'}: keep it where only you can read it.`,
    };
  },
});

/** In the draft of a restore: the process that makes it. */
const RESTORING = 'process';

/** Ends what a killed restore has left running. @throws {CommandError} where another process restores right now */
async function refuseSecond(draft: string): Promise<void> {
  const pid = Number(readOrNull(path.join(draft, RESTORING)));
  if (pid > 0 && pid !== process.pid && isAlive(pid))
    throw new CommandError(`A restore into ${path.dirname(draft)} is under way by process ${pid}. Wait for its end.`);
  await killServer(path.join(draft, DATABASE));
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
 * @throws {ArchiveError} {CommandError} and then leaves data folder and database empty
 */
async function putInPlace(file: string, config: Config): Promise<Restored> {
  const { dataDir } = config;
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
  clear();
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(draft, RESTORING), String(process.pid));
  let isLoaded = false;
  try {
    const manifest = await unpack(file, draft);
    const migrations = migrationsOf(file, manifest, migrationsFolder(config));
    const mark = markOf(manifest);
    await check(isRepeated ? mark : null);
    const leftOut = await withDatabase(target, async (db) => {
      // By the try before this one, which was interrupted behind it.
      const isThere = (await holdingOf(db.pool)).mark === mark;
      const others = isThere ? [] : await loadDatabase(db, log, file, manifest, migrations);
      if (!config.databaseUrl) await unmark(db.pool);
      return others;
    });
    isLoaded = true;
    for (const part of [...parts, DATABASE])
      if (existsSync(path.join(draft, part))) renameSync(path.join(draft, part), path.join(dataDir, part));
    syncFolder(dataDir);
    rmSync(draft, { recursive: true });
    syncFolder(dataDir);
    if (config.databaseUrl) await withDatabase(config, (db) => unmark(db.pool));
    return { manifest, leftOut };
  } catch (error) {
    // What a server has is there to stay: the same command goes on from there.
    if (!isLoaded) clear();
    throw error;
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

const restore = folderCommand({
  name: 'restore',
  about: 'Brings a backup into an empty data folder and database, with every checksum compared.',
  parameters: { file: text('FILE', 'An archive that `backup` has made.', 4096) },
  options: {},
  async run({ config }, input): Promise<Outcome> {
    const file = path.resolve(input.file);
    const { dataDir } = config;
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
    requireEmpty(dataDir);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { manifest, leftOut } = await guarded(() => putInPlace(file, config));
    const { files, rows, bytes } = sizeOf(manifest);
    const { createdAt, version } = manifest;
    const others = leftOut.length > 0 ? `\nTables that are not of Looproom were left out: ${leftOut.join(', ')}.` : '';
    return {
      data: { dataDir, createdAt, version, rows, files, bytes, leftOut },
      text: `Restored ${rows} rows and ${files} files of ${createdAt} (version ${version}) into ${config.databaseUrl ? `${serverName(config.databaseUrl)} and ` : ''}${dataDir}; every checksum is right.${others}${besides(config)}`,
    };
  },
});

/** Keeping a site, and getting it back. */
export const backupCommands: readonly Command[] = [backup, restore];
