import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bundledPrograms, runProgram, runnerFor } from '#platform/server/db/child/programs.ts';
import { freePort } from '#platform/server/free-port.ts';

const execFileLater = promisify(execFile);

/** A running PostgreSQL of one's own. */
export interface Postgres {
  /** Of its database `postgres`, as a superuser who may create further ones; loopback only. */
  readonly url: string;
  /** Stops it and removes its data. Also done when the process exits. */
  stop(): void;
  /** Stops it as it should be, and copies its data folder, for `from`. */
  save(folder: string): void;
  /** Ends it immediately, as a crash would; its data stays. */
  crash(): void;
  /** Starts it again after `crash`, at the same address. */
  startAgain(): void;
  /** Process id of its first process. */
  readonly pid: number;
}

/**
 * The folder of `initdb`, `pg_ctl` and `postgres`: those of the npm package, as the site has them, or those of
 * `TEST_POSTGRES`, such as another version's.
 * @throws {OwnServerError} where there are none for this platform
 */
export const postgresPrograms = (): string => process.env['TEST_POSTGRES'] || bundledPrograms();

/**
 * Starts a PostgreSQL with a data folder of its own in the temporary folder, on a free port of the loopback.
 * @param options.fsync false is faster and may lose data when the machine fails: for tests
 * @param options.from the data folder of a server that was stopped, to begin with a copy of it; empty without one
 * @param options.port where it listens, when that has to be known before it does; a free port without one
 * @throws when PostgreSQL is not there or does not start
 */
export async function startPostgres(
  options: { fsync?: boolean; from?: string; port?: number } = {},
): Promise<Postgres> {
  const place = mkdtempSync(path.join(tmpdir(), 'looproom-postgres-'));
  const data = path.join(place, 'data');
  const runner = runnerFor(place, '', place, postgresPrograms());
  runner.own(place);
  const at = { ...runner.options, cwd: place };
  const control = (parameters: readonly string[]): [string, string[]] =>
    runner.command('pg_ctl', ['-D', data, ...parameters]);
  let running = false;
  const end = (mode: 'fast' | 'immediate'): void => {
    if (!running) return;
    running = false;
    const [file, parameters] = control(['-m', mode, '-w', 'stop']);
    spawnSync(file, parameters, { ...at, stdio: 'ignore' });
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
      await runProgram(runner, 'initdb', ['-D', data, ...parameters, ...quick]);
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
    const start = control(['-w', '-t', '60', '-l', path.join(place, 'log'), '-o', settings.join(' '), 'start']);
    running = true;
    await execFileLater(...start, at);
    return {
      url: `postgres://looproom@127.0.0.1:${port}/postgres`,
      stop,
      save(folder) {
        end('fast');
        execFileSync('cp', ['-a', data, folder]);
      },
      crash,
      startAgain() {
        execFileSync(...start, { ...at, stdio: 'pipe' });
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

/** As a command: shows the address and runs until it is interrupted. */
async function main(): Promise<void> {
  const postgres = await startPostgres({ fsync: !process.argv.includes('--no-fsync') });
  console.log(`${postgres.url}\nCtrl-C stops it and removes its data.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
  setInterval(() => {}, 2 ** 30);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
