import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '#server/testing/free-port.ts';
import { canInstall, findCommand, installPackage } from './system-package.ts';

const execFileLater = promisify(execFile);

/** A running PostgreSQL of one's own. */
export interface Postgres {
  /** Of its database `postgres`, as a superuser who may create further ones; loopback only. */
  readonly url: string;
  /** Stops it and removes its data. Also done when the process exits. */
  stop(): void;
  /** Stops it as it should be, and copies its data folder, for `from`. */
  save(folder: string): void;
  /** Ends it at once, as a crash would; its data stays. */
  crash(): void;
  /** Starts it again after `crash`, at the same address. */
  startAgain(): void;
  /** Process id of its first process. */
  readonly pid: number;
}

/** The folder of `initdb` and `pg_ctl`, the newest there is; null when PostgreSQL is not installed. */
export function findPostgres(): string | null {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]),
  );
  const inPath = findCommand('initdb');
  const others = ['/opt/homebrew/opt/postgresql/bin', '/usr/local/opt/postgresql/bin', '/usr/pgsql/bin'];
  const folders = [...versions, ...(inPath === null ? [] : [path.dirname(inPath)]), ...others];
  return (
    folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'pg_ctl'))) ?? null
  );
}

/**
 * Whether tests run on a PostgreSQL server: that of `TEST_DATABASE_URL`, or one of their own where PostgreSQL is installed.
 * `TEST_ENGINE=embedded` leaves it out.
 */
export function testsHaveServer(): boolean {
  if (process.env['TEST_ENGINE'] === 'embedded') return false;
  return Boolean(process.env['TEST_DATABASE_URL']) || findPostgres() !== null;
}

/**
 * Starts a PostgreSQL with a data folder of its own in the temporary folder, on a free port of the loopback.
 * @param options.fsync false is faster and may lose data when the machine fails: for tests
 * @param options.install fetches Debian's package when there is none
 * @param options.from the data folder of a server that was stopped, to begin with a copy of it; empty without one
 * @param options.port where it listens, when that has to be known before it does; a free port without one
 * @throws when PostgreSQL is not there or does not start
 */
export async function startPostgres(
  options: { fsync?: boolean; install?: boolean; from?: string; port?: number } = {},
): Promise<Postgres> {
  if (findPostgres() === null && options.install && canInstall()) installPackage('postgresql');
  const bin = findPostgres();
  if (bin === null) throw new Error('PostgreSQL 15 or newer is not installed (Debian: apt-get install postgresql).');
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-postgres-'));
  const data = path.join(place, 'data');
  const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
  if (account) chownSync(place, account.uid, account.gid);
  const at = { cwd: place, ...account };
  let running = false;
  const end = (mode: 'fast' | 'immediate'): void => {
    if (!running) return;
    running = false;
    spawnSync(path.join(bin, 'pg_ctl'), ['-D', data, '-m', mode, '-w', 'stop'], { stdio: 'ignore', ...at });
  };
  const crash = (): void => end('immediate');
  const stop = (): void => {
    process.off('exit', stop);
    crash();
    rmSync(place, { recursive: true, force: true });
  };
  process.on('exit', stop);
  try {
    if (options.from === undefined) {
      const parameters = ['-U', 'looproom', '--auth=trust', '-E', 'UTF8', '--locale=C'];
      // Small pieces of the log, for a folder that is copied; what is measured has those of a real server.
      const quick = options.fsync === false ? ['-N', '--wal-segsize=1'] : [];
      await execFileLater(path.join(bin, 'initdb'), ['-D', data, ...parameters, ...quick], at);
    } else {
      // With the owner of each file.
      await execFileLater('cp', ['-a', options.from, data]);
    }
    const port = options.port ?? (await freePort());
    const settings = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      `-c unix_socket_directories=${place}`,
      '-c max_connections=200',
      ...(options.fsync === false ? ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off'] : []),
    ];
    const start = ['-D', data, '-w', '-t', '60', '-l', path.join(place, 'log'), '-o', settings.join(' '), 'start'];
    running = true;
    await execFileLater(path.join(bin, 'pg_ctl'), start, at);
    return {
      url: `postgres://looproom@127.0.0.1:${port}/postgres`,
      stop,
      save(folder) {
        end('fast');
        execFileSync('cp', ['-a', data, folder]);
      },
      crash,
      startAgain() {
        execFileSync(path.join(bin, 'pg_ctl'), start, { stdio: 'pipe', ...at });
        running = true;
      },
      get pid() {
        return Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root; Debian's package makes this account. */
function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** As a command: shows the address and runs until it is interrupted. */
async function main(): Promise<void> {
  const postgres = await startPostgres({
    fsync: !process.argv.includes('--no-fsync'),
    install: process.argv.includes('--install'),
  });
  console.log(`${postgres.url}\nCtrl-C stops it and removes its data.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
  setInterval(() => {}, 2 ** 30);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
