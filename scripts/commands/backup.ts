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
} from 'node:fs';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { lockFolder } from '#server/platform/db/embedded/files/lock.ts';
import { markBackup } from '#server/platform/backup-mark.ts';
import { refuseHalfRestored, restoreFolder } from '#server/platform/restore-mark.ts';
import { type Manifest, ArchiveError, pack, parts, unpack } from '../backup/archive.ts';
import { type Command, CommandError, type Outcome, UsageError, folderCommand } from './command.ts';
import { text } from './values.ts';

const ENDING = '.tar.gz';

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

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    throw error;
  }
}

function sizeOf(manifest: Manifest): { files: number; bytes: number } {
  const all = Object.values(manifest.files);
  return { files: all.length, bytes: all.reduce((sum, one) => sum + one.bytes, 0) };
}

/** What is outside the data folder and needs a backup too. */
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
  about: 'Writes database, files and secret into one archive. Embedded: stop the site first.',
  parameters: { target: text('FILE|FOLDER', `A new file ${ENDING}, or a folder to make one in.`, 4096) },
  options: {},
  async run({ config }, input): Promise<Outcome> {
    const createdAt = new Date();
    const file = targetOf(config, input.target, createdAt);
    refuseHalfRestored(config.dataDir);
    const { version, databaseUrl, dataDir } = config;
    const postgres = path.join(dataDir, 'postgres');
    if (!databaseUrl && !existsSync(path.join(postgres, 'PG_VERSION')))
      throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the site has it.`);
    // While this process holds the lock no site can start, so that nothing changes under the copy.
    let lost = false;
    const lock = databaseUrl ? null : await lockFolder(postgres, () => (lost = true));
    let manifest: Manifest;
    try {
      manifest = await guarded(() =>
        pack(dataDir, file, { version, createdAt, database: databaseUrl ? 'server' : 'embedded' }),
      );
    } finally {
      lock?.release();
    }
    if (lost) {
      rmSync(file, { force: true });
      throw new CommandError('Another process opened the database meanwhile: this would be no backup. Run it again.');
    }
    const { files, bytes } = sizeOf(manifest);
    await markBackup(dataDir, { at: createdAt.toISOString(), bytes });
    const said = `Wrote ${file}: ${files} files, ${Math.ceil(bytes / 1_000_000)} MB before compression.${besides(config)}`;
    const data = { file, database: manifest.database, files, bytes, bucket: config.s3?.bucket ?? null };
    if (!databaseUrl)
      return {
        data,
        text: `${said}\nIt holds the secret and every member's data: keep it where only you can read it.`,
      };
    const dump = `pg_dump --format=custom --file='${file.slice(0, -ENDING.length)}.dump' "$DATABASE_URL"`;
    return {
      data: { ...data, dump },
      text: `${said}\n\nThe database is not in it: it is ${serverName(databaseUrl)}. Dump it with its own tool, always right before this command, so that every file it names is in the archive:\n\n  ${dump}`,
    };
  },
});

/** @throws {CommandError} where the data folder holds anything but what an interrupted restore has left. */
function requireEmpty(dataDir: string): void {
  // What takes the folder for one process: this one's, or left behind.
  const locks = /^postgres\.(lock|mutex)/;
  const there = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !locks.test(name)) : [];
  if (there.length > 0 && !existsSync(restoreFolder(dataDir)))
    throw new CommandError(
      `The data folder ${dataDir} is not empty. Move what is there away, or set DATA_DIR to a new folder.`,
    );
}

/**
 * Unpacks a backup beside its place and moves it there once every checksum is right. The folder that it is unpacked into
 * goes last: while it is there no site starts, and the next restore starts again.
 * @throws {ArchiveError} {CommandError} and then leaves the data folder empty
 */
async function putInPlace(file: string, dataDir: string, hasServer: boolean): Promise<Manifest> {
  const draft = restoreFolder(dataDir);
  const clear = (): void => {
    for (const part of parts) rmSync(path.join(dataDir, part), { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
  };
  clear();
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(file, draft);
    if (manifest.database === 'embedded' && hasServer)
      throw new CommandError('This backup holds an embedded database, but DATABASE_URL is set. Unset it to restore.');
    if (manifest.database === 'server' && !hasServer)
      throw new CommandError(
        'This backup is of a site with a database server and holds files only. Set DATABASE_URL as the site has it.',
      );
    for (const part of parts)
      if (existsSync(path.join(draft, part))) renameSync(path.join(draft, part), path.join(dataDir, part));
    syncFolder(dataDir);
    rmSync(draft, { recursive: true });
    syncFolder(dataDir);
    return manifest;
  } catch (error) {
    clear();
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
  about: 'Brings a backup into an empty data folder, with the checksum of every file compared.',
  parameters: { file: text('FILE', 'An archive that `backup` has made.', 4096) },
  options: {},
  async run({ config }, input): Promise<Outcome> {
    const file = path.resolve(input.file);
    const { dataDir, databaseUrl } = config;
    if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
    requireEmpty(dataDir);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // No site starts on this folder, and no second restore, while this process holds the lock.
    const lock = await lockFolder(path.join(dataDir, 'postgres'), () => {});
    let manifest: Manifest;
    try {
      requireEmpty(dataDir);
      manifest = await guarded(() => putInPlace(file, dataDir, databaseUrl !== null));
    } finally {
      lock.release();
    }
    const { files, bytes } = sizeOf(manifest);
    const said = `Restored ${files} files of ${manifest.createdAt} (version ${manifest.version}) into ${dataDir}; every checksum is right.${besides(config)}`;
    const data = { dataDir, createdAt: manifest.createdAt, version: manifest.version, files, bytes };
    if (manifest.database === 'embedded') return { data, text: said };
    const load = 'pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" FILE.dump';
    return {
      data: { ...data, load },
      text: `${said}\n\nThe database comes from its dump, into a new and empty database of ${serverName(databaseUrl!)}:\n\n  ${load}`,
    };
  },
});

/** Keeping a site, and getting it back. */
export const backupCommands: readonly Command[] = [backup, restore];
