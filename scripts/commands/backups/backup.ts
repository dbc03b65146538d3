import { spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/server/config.ts';
import type { BackupTarget } from '#platform/server/config/backups.ts';
import { BACKUP_LOCK, markBackup } from '#platform/server/backups/backup-mark.ts';
import type { Database } from '#platform/server/db/database.ts';
import { refuseHalfRestored } from '#platform/server/backups/restore-mark.ts';
import { siteSecret } from '#platform/server/secret/secret.ts';
import { openStorage } from '#platform/server/storage/open.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { type PackOptions, pack, packInto } from '../../backup/archive.ts';
import type { Manifest, SavedDatabase } from '../../backup/manifest.ts';
import { type SetOptions, backUpToSet, prune, snapshotsOf } from '../../backup/set.ts';
import { readDatabase } from '../../backup/tables.ts';
import { openSet } from '../../backup/target.ts';
import { type Command, CommandError, type Outcome, UsageError, folderCommand } from '../command.ts';
import { DATABASE, besides, guarded, restore, sizeOf, withDatabase } from './restore.ts';
import { backupTest } from './restore-test.ts';
import { text } from '../values.ts';

const ENDING = '.tar.gz';
/** Of an archive that is encrypted. */
const ENCRYPTED = `${ENDING}.age`;
/** Milliseconds for which whoever cleans up may keep a backup waiting. */
const LOCK_MS = 5000;

/** The archive's file: as named, or named by the time inside a folder. @throws {UsageError} {CommandError} */
function targetOf(config: Config, typed: string, now: Date): string {
  const given = path.resolve(typed);
  const ending = config.backups.recipients.length > 0 ? ENCRYPTED : ENDING;
  const isFolder = lstatSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && !given.endsWith(ending))
    throw new UsageError(`${typed} must be a folder that exists, or a file name that ends with ${ending}.`);
  const file = isFolder ? path.join(given, `${archiveName(now)}${ending}`) : given;
  if (existsSync(file)) throw new CommandError(`${file} exists already and is left as it is.`);
  if (!existsSync(path.dirname(file))) throw new CommandError(`There is no folder ${path.dirname(file)}.`);
  refuseInside(config, file);
  return file;
}

const archiveName = (now: Date): string => `looproom-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`;

/** @throws {CommandError} */
function refuseInside(config: Config, place: string): void {
  if (`${place}${path.sep}`.startsWith(config.dataDir + path.sep))
    throw new CommandError('A backup inside the data folder would be lost with it. Name a place elsewhere.');
}

/**
 * Makes this the only backup of the site, while which no file is removed that its rows name, until the connection ends.
 * @throws {CommandError} while there is another
 */
async function takeLock(db: Database): Promise<() => void> {
  const client = await db.pool.connect();
  client.on('error', () => {});
  for (let waited = 0; ; waited += 100) {
    const { rows } = await client.query<{ taken: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
      [BACKUP_LOCK],
    );
    if (rows[0]!.taken) return () => client.release(true);
    if (waited >= LOCK_MS) break;
    await sleep(100);
  }
  client.release();
  throw new CommandError('Another backup of this site is under way. Wait for its end.');
}

/** What a backup is made of. The store is null where the files lie in the data folder. */
async function withSite<T>(
  config: Config,
  work: (options: PackOptions, store: Storage | null) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir, version, backups } = config;
  refuseHalfRestored(dataDir);
  if (!databaseUrl && !existsSync(path.join(dataDir, DATABASE, 'PG_VERSION')))
    throw new CommandError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as the site has it.`);
  const database: SavedDatabase = { server: '', migrations: [], tables: [], sequences: [] };
  const store = config.s3 === null ? null : await openStorage(config);
  try {
    return await guarded(() =>
      withDatabase(config, async (db) => {
        const release = await takeLock(db);
        try {
          const pieces = readDatabase(db.pool, database);
          const { recipients } = backups;
          return await work({ dataDir, version, createdAt: new Date(), pieces, database, store, recipients }, store);
        } finally {
          release();
        }
      }),
    );
  } finally {
    store?.close();
  }
}

/** The outcome of a backup, in words. @param place where it is */
function written(config: Config, place: string, manifest: Manifest, more = ''): Outcome {
  const { files, rows, bytes } = sizeOf(manifest);
  const { tables } = manifest.database;
  const isSealed = config.backups.recipients.length > 0;
  return {
    data: { file: place, tables: tables.length, rows, files, bytes, isEncrypted: isSealed },
    text: `Wrote ${place}: ${rows} rows of ${tables.length} tables and ${files} files, ${Math.ceil(bytes / 1_000_000)} MB before compression.${more}${besides(config)}\n${
      isSealed
        ? 'It is encrypted: without the private key nobody opens it, you neither.'
        : `It holds every member's data${config.secret ? '' : ' and the secret'}: keep it where only you can read it.`
    }`,
  };
}

const backup = folderCommand({
  name: 'backup',
  about: 'Writes database, files and secret into one archive, beside the running site.',
  parameters: {
    target: text(
      'FILE|FOLDER|-',
      `A new file ${ENDING} (${ENCRYPTED} with BACKUP_RECIPIENTS), a folder to make one in, or standard output.`,
      4096,
    ),
  },
  options: {},
  async run({ config, output }, input): Promise<Outcome> {
    const isPiped = input.target === '-';
    const file = isPiped ? 'standard output' : targetOf(config, input.target, new Date());
    const manifest = await withSite(config, async (options) =>
      isPiped ? (await packInto(passingTo(output), options)).manifest : await pack(file, options),
    );
    await markBackup(config.dataDir, { at: manifest.createdAt, bytes: sizeOf(manifest).bytes });
    return { ...written(config, file, manifest), ...(isPiped && { isBesideOutput: true }) };
  },
});

/** A stream that stays open when what writes to it ends it. */
const passingTo = (output: Writable): Writable =>
  new Writable({ write: (chunk: Buffer, _encoding, done) => void output.write(chunk, (error) => done(error)) });

/** The target of the settings. @throws {CommandError} */
function configuredTarget(config: Config): BackupTarget {
  const { target } = config.backups;
  if (target === null)
    throw new CommandError('BACKUP_TARGET is not set. Set it to a folder, s3://BUCKET/PREFIX or "| COMMAND".');
  if (target.kind === 'folder') refuseInside(config, target.folder);
  return target;
}

/** Runs a command with an archive on its input. @throws {CommandError} where it fails */
async function pipeInto(command: string, name: string, options: PackOptions): Promise<Manifest> {
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, BACKUP_NAME: name },
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const packed = await packInto(child.stdin, options).catch((error: unknown) => error as Error);
  // A command that ends early is heard of by a closed pipe first.
  if (packed instanceof Error) child.kill();
  const [code] = await ended;
  if (code !== 0 && code !== null)
    throw new CommandError(`The command of BACKUP_TARGET ended with ${code}: there is no backup.`);
  if (packed instanceof Error) throw packed;
  if (code === null) throw new CommandError('The command of BACKUP_TARGET was ended by a signal: there is no backup.');
  return packed.manifest;
}

const backupRun = folderCommand({
  name: 'backup run',
  about: 'Makes the backup that the settings describe: into the set of BACKUP_TARGET, then removes old ones.',
  parameters: {},
  options: {},
  async run({ config }): Promise<Outcome> {
    const target = configuredTarget(config);
    return await withSite(config, async (options, store) => {
      if (target.kind !== 'command')
        return await runIntoSet(config, target, { ...options, store: store ?? (await openStorage(config)) });
      const ending = config.backups.recipients.length > 0 ? ENCRYPTED : ENDING;
      const name = `${archiveName(options.createdAt)}${ending}`;
      const manifest = await pipeInto(target.command, name, options);
      await markBackup(config.dataDir, { at: manifest.createdAt, bytes: sizeOf(manifest).bytes });
      return written(config, name, manifest);
    });
  },
});

async function runIntoSet(
  config: Config,
  target: Exclude<BackupTarget, { kind: 'command' }>,
  options: PackOptions & Pick<SetOptions, 'store'>,
): Promise<Outcome> {
  const place = target.kind === 'folder' ? target.folder : `s3://${target.settings.bucket}/${target.prefix}`;
  const nameKey = createHmac('sha256', siteSecret(config)).update('names of blobs in backups').digest('hex');
  const indexFile = path.join(
    config.dataDir,
    'backup-index',
    `${createHash('sha256').update(place).digest('hex').slice(0, 16)}.json`,
  );
  const { set, close } = await openSet(target);
  try {
    const { manifest, snapshot, added } = await backUpToSet(set, { ...options, nameKey, indexFile });
    await markBackup(config.dataDir, { at: manifest.createdAt, bytes: sizeOf(manifest).bytes });
    const removed = await prune(set, config.backups.keep);
    const more = `\nNew in it: ${added.files} files, ${Math.ceil(added.bytes / 1_000_000)} MB. Removed: ${removed.snapshots} old backups, ${removed.blobs} files that no other names.`;
    const outcome = written(config, path.posix.join(place, snapshot).replace(/^s3:\//, 's3://'), manifest, more);
    return { ...outcome, data: { ...(outcome.data as object), added, removed } };
  } finally {
    close();
  }
}

const backupList = folderCommand({
  name: 'backup list',
  about: 'The backups in the set of BACKUP_TARGET, oldest first.',
  parameters: {},
  options: {},
  async run({ config }): Promise<Outcome> {
    const target = configuredTarget(config);
    if (target.kind === 'command')
      throw new CommandError('BACKUP_TARGET is a command: ask the place that it writes to.');
    const { set, close } = await openSet(target);
    try {
      const all = await guarded(() => snapshotsOf(set));
      const lines = all.map(({ name, bytes }) => `${name}  ${(bytes / 1_000_000).toFixed(1)} MB of database`);
      return { data: all, text: lines.length === 0 ? 'There is no backup yet.' : lines.join('\n') };
    } finally {
      close();
    }
  },
});

/** Keeping a site, and getting it back. */
export const backupCommands: readonly Command[] = [backup, backupRun, backupList, backupTest, restore];
