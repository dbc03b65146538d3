import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MAJOR, OwnServerError, type Runner, runProgram } from './programs.ts';

/** Role and database of the site on its own server. */
export const ROLE = 'looproom';
export const DATABASE = 'postgres';
/** PostgreSQL names its socket by the port. */
export const PORT = 5432;
/** Bytes of a socket's path at most: `sun_path` of Linux with its zero; macOS has four less. */
const MAX_SOCKET_BYTES = process.platform === 'darwin' ? 103 : 107;
/** In the cluster; says that this version's way of making one made it. */
const SETTINGS = 'looproom.conf';
/** Beside the cluster on Windows: the role's password. */
const passwordFile = (dir: string): string => `${dir}.password`;

/** After a crash, one sync of the file system instead of one for each of a thousand files. */
const recovery = process.platform === 'linux' ? 'recovery_init_sync_method = syncfs\n' : '';

/**
 * Settings for a small machine, each with its reason.
 * @param connections that the pools of the site may take
 */
const settingsText = (connections: number): string => `# Written by Looproom at each start of the server.
# Twice the rows that a small site reads all the time; the operating system caches the rest.
shared_buffers = 64MB
# The site's pool, its listeners, and commands beside it.
max_connections = ${connections + 40}
# No query runs long enough to be worth compiling.
jit = off
# One process reads as fast from the system's cache, and three more would cost memory.
io_method = sync
# A page is written whole after each checkpoint: half the log for little time.
wal_compression = on
# Files of the log that are used again: where the disk gets short, four lie ready.
min_wal_size = 80MB
max_wal_size = 512MB
# Nobody replicates: a process less, and no file in each checkpoint, whose failure on a full disk would end the server.
max_logical_replication_workers = 0
max_active_replication_origins = 0
autovacuum_max_workers = 2
# Statements that fail are the site's to report; their values are members' texts.
log_min_messages = fatal
log_min_error_statement = panic
log_timezone = 'UTC'
timezone = 'UTC'
${recovery}`;

/** Where a cluster's server listens. */
export interface Address {
  /** Folder of the socket, or a loopback address. */
  readonly host: string;
  readonly port: number;
  /** Null on a socket: who may enter its folder may connect. */
  readonly password: string | null;
}

/** Whether servers listen on loopback with a password: where there are no sockets that pg can use. */
export const usesLoopback = process.platform === 'win32' || process.env['TEST_DATABASE_LOOPBACK'] === '1';

/**
 * Makes the cluster in `dir` where there is none: beside its place, on the disk, and then renamed.
 * @throws {OwnServerError} for a folder with something else in it, of another version, or of the former engine
 */
export async function ensureCluster(dir: string, runner: Runner): Promise<void> {
  const entries = entriesOf(dir);
  if (entries.includes('PG_VERSION')) return checkCluster(dir, runner);
  if (entries.length > 0)
    throw new OwnServerError(
      `The folder ${dir} is not empty, but holds no database. Empty it, or name another folder.`,
    );
  const draft = `${dir}.new-${process.pid}-${randomBytes(3).toString('hex')}`;
  try {
    makeFolder(draft, runner);
    const password = usesLoopback ? ensurePassword(dir, runner) : null;
    const access = password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile(dir)}`];
    // Nothing to lose before it has its name: one sync of the file system instead of one for each file.
    const parameters = ['-D', draft, '-U', ROLE, '-E', 'UTF8', '--locale=C', '--data-checksums', '--no-sync'];
    await runProgram(runner, 'initdb', [...parameters, ...access]);
    fs.appendFileSync(path.join(draft, 'postgresql.conf'), `\ninclude '${SETTINGS}'\n`);
    fs.writeFileSync(path.join(draft, SETTINGS), settingsText(0), { mode: 0o600 });
    runner.own(path.join(draft, SETTINGS));
    const syncMethod = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
    await runProgram(runner, 'initdb', ['--sync-only', ...syncMethod, '-D', draft]);
    rename(draft, dir);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

function rename(draft: string, dir: string): void {
  try {
    fs.renameSync(draft, dir);
  } catch (error) {
    // Another process was faster.
    if (fs.existsSync(path.join(dir, 'PG_VERSION'))) return;
    throw new OwnServerError(`${dir} must be a folder inside a mounted volume, not a mount point itself.`, {
      cause: error,
    });
  }
  if (process.platform === 'win32') return;
  const parent = fs.openSync(path.dirname(dir), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

/** What is in a folder; nothing where there is none. @throws {OwnServerError} where it is closed to this user */
function entriesOf(dir: string): string[] {
  try {
    return fs.readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new OwnServerError(notWritable(dir, error), { cause: error });
  }
}

function checkCluster(dir: string, runner: Runner): void {
  const version = readOrNull(path.join(dir, 'PG_VERSION'))?.trim();
  if (!fs.existsSync(path.join(dir, SETTINGS)))
    throw new OwnServerError(
      `The folder ${dir} holds the database of an earlier version, which this one cannot open. Nothing was changed. Make a backup with that version and restore it with this one: see "Moving a database" in docs/operating.md.`,
    );
  if (version !== MAJOR)
    throw new OwnServerError(
      `The folder ${dir} holds a database of PostgreSQL ${version}, and this version of Looproom has PostgreSQL ${MAJOR}. Nothing was changed. Make a backup with the version that it ran with and restore it with this one: see "Moving a database" in docs/operating.md.`,
    );
  const { uid } = fs.statSync(dir);
  if (runner.uid !== null && uid !== runner.uid)
    throw new OwnServerError(
      `The folder ${dir} belongs to the user ${uid}, and the database would run as ${runner.uid}. Start the site as that user, or give it the folder (chown -R).`,
    );
}

/** Writes the settings. @throws {OwnServerError} where the folder cannot be written to */
export function writeSettings(dir: string, connections: number): void {
  const file = path.join(dir, SETTINGS);
  const text = settingsText(connections);
  if (readOrNull(file) === text) return;
  try {
    fs.writeFileSync(file, text);
  } catch (error) {
    throw new OwnServerError(notWritable(dir, error), { cause: error });
  }
}

/** Why a folder cannot be written to, as a sentence. */
export const notWritable = (dir: string, error: unknown): string =>
  `The folder ${dir} cannot be written to (${(error as NodeJS.ErrnoException).code ?? String(error)}). Give it to the user of the site, or mount it for writing.`;

/** Makes a private folder. @throws {OwnServerError} where its parent cannot be written to */
function makeFolder(folder: string, runner: Runner): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700, recursive: true });
  } catch (error) {
    throw new OwnServerError(notWritable(path.dirname(folder), error), { cause: error });
  }
  runner.own(folder);
}

function ensurePassword(dir: string, runner: Runner): string {
  const file = passwordFile(dir);
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    runner.own(file);
  }
  return fs.readFileSync(file, 'utf8');
}

/**
 * The folder for the server's socket, which nobody but its user may enter: the cluster's own, or, where its path is too
 * long for a socket, a short one in the folder for temporary files.
 * @param before where it was, which stays
 * @throws {OwnServerError} where somebody else has made that one
 */
export function socketFolder(dir: string, runner: Runner, before?: string): string {
  if (Buffer.byteLength(path.join(dir, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_BYTES) return dir;
  const name = `looproom-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;
  const folder = before ?? path.join(os.tmpdir(), name);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    runner.own(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new OwnServerError(notWritable(os.tmpdir(), error), { cause: error });
  }
  const stats = fs.lstatSync(folder);
  if (!stats.isDirectory() || (stats.mode & 0o077) !== 0 || (runner.uid !== null && stats.uid !== runner.uid))
    throw new OwnServerError(
      `${folder}, where the database's socket belongs, is somebody else's. Remove it, or name a DATA_DIR with a shorter path.`,
    );
  return folder;
}

/** A server as its own file says; null where none runs. Its process may be gone all the same. */
export interface Running {
  readonly pid: number;
  readonly address: Address;
  /** `starting`, `ready` or `stopping`. */
  readonly status: string;
}

/** Reads `postmaster.pid`, whose lines PostgreSQL documents in `miscadmin.h`. */
export function readRunning(dir: string): Running | null {
  const lines = readOrNull(path.join(dir, 'postmaster.pid'))?.split('\n') ?? [];
  const [pid, , , port, socket = '', listen = '', , status = ''] = lines;
  const password = readOrNull(passwordFile(dir));
  const host = (usesLoopback ? listen : socket).trim();
  // A server that is starting has written a part of it.
  if (!Number(pid) || !Number(port) || host === '') return null;
  return {
    pid: Number(pid),
    address: { host, port: Number(port), password: usesLoopback ? password : null },
    status: status.trim(),
  };
}

/** A file's text; null where it cannot be read. */
export function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
