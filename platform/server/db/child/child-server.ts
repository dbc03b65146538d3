import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  type Address,
  DATABASE,
  PORT,
  ROLE,
  ensureCluster,
  notWritable,
  readOrNull,
  readRunning,
  socketFolder,
  usesLoopback,
  writeSettings,
} from './cluster.ts';
import { DatabaseOutage } from '#platform/server/db/outage.ts';
import { requireRoom } from './disk-watch.ts';
import { keepLogRoom } from './log-room.ts';
import { OwnServerError, type Runner, cannotRun, runProgram, runnerFor } from './programs.ts';
import { freePort } from '#platform/server/free-port.ts';

/**
 * Advisory locks of two numbers, which are apart from all others' of one: what takes the folder for one site, and what
 * every process on it has a share of.
 */
const LOCK_CLASS = 701_042;
const SITE_LOCK = `${LOCK_CLASS}, 1`;
const USERS_LOCK = `${LOCK_CLASS}, 2`;
/** Milliseconds until a server must take connections: after a crash it reads its whole log again. */
const START_MS = 300_000;
/** Milliseconds for which a server that ended is waited for, and for which a killed site's connection may live on. */
const STOP_MS = 25_000;
const LINGER_MS = 5_000;
/** Milliseconds for which a new connection waits for the locks of its process. */
const HOLD_MS = 5_000;
/** Milliseconds between two looks at a server that starts or stops. */
const LOOK_MS = 10;
/** Milliseconds between two tries to start a server that does not start again by itself. */
const AGAIN_MS = 500;
/** Milliseconds between two looks whether somebody else stops the server, and those it gets: it waits for its clients. */
const ASK_MS = 1_000;
const STOPPING_MS = 10_000;
/** Bytes of the server's log at which a start begins a new one; one old one stays. */
const MAX_LOG_BYTES = 1_000_000;

/** The folder is in use; the message is a sentence for whoever starts the site. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

export interface ChildServerOptions {
  /** The cluster's folder; made where it is not there. Log and password are beside it. */
  readonly dir: string;
  /** One site takes the folder; commands work beside it. */
  readonly role: 'site' | 'command';
  /** `DATABASE_USER`, or empty. */
  readonly user: string;
  /** Connections of the site's pool. */
  readonly connections: number;
  readonly log: Logger;
  /** Called once when another site has taken the folder while this one's server was away. */
  readonly onLost: () => void;
}

/** A running server that this process, or one before it, has started. */
export interface ChildServer {
  /** For `pg`. Stays the same while the server is started again. */
  readonly url: string;
  /**
   * Resolves while this process has its locks on the folder. After the server was away it waits until they are taken
   * again: the server answers before that, and another site may take the folder first.
   * @throws {DatabaseOutage} when they are not taken within 5 s
   */
  hold(): Promise<void>;
  /** For a disk that gets short: see `keepLogRoom`. Never throws; does nothing while the server is away. */
  keepLogRoom(hasRoom: boolean): Promise<void>;
  /** Stops the server unless another process works with it. Never throws. */
  close(): Promise<void>;
}

/**
 * Gives the cluster of a folder a running server: joins one that runs, else starts it. One that ends is started again.
 * @throws {OwnServerError} {DiskFullError} {FolderInUseError} with a sentence for the operator
 */
export async function openChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const dir = path.resolve(options.dir);
  try {
    fs.mkdirSync(path.dirname(dir), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OwnServerError(notWritable(path.dirname(dir), error), { cause: error });
  }
  await requireRoom(dir);
  const runner = runnerFor(path.dirname(dir), options.user, dir);
  await ensureCluster(dir, runner);
  const server = new Supervised({ ...options, dir }, runner);
  await server.join();
  return server;
}

class Supervised implements ChildServer {
  readonly #options: ChildServerOptions;
  readonly #runner: Runner;
  /** Where the server listens: the same at every start, for the site's pool goes on with it. */
  #address: Address | null = null;
  #guard: pg.Client | null = null;
  #process: ChildProcess | null = null;
  #isClosing = false;
  /** The last work on the guard's connection: a client of pg has one statement at a time. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(options: ChildServerOptions, runner: Runner) {
    this.#options = options;
    this.#runner = runner;
  }

  get url(): string {
    return this.#address === null ? '' : urlOf(this.#address);
  }

  /** Connects to the cluster's server, starting it where none runs, and takes this process's locks. */
  async join(): Promise<void> {
    const until = Date.now() + START_MS;
    const lingers = Date.now() + LINGER_MS;
    for (;;) {
      const guard = await this.#connect();
      if (typeof guard === 'string') {
        if (Date.now() > until)
          throw new OwnServerError(`The database in ${this.#options.dir} does not start: ${guard}`);
        if (this.#isClosing) throw new OwnServerError('The site is being stopped.');
        if (!this.#isRunning()) await this.#start();
        await sleep(LOOK_MS);
        continue;
      }
      const holder = await this.#takeLocks(guard).catch((error: unknown) =>
        error instanceof Error ? error.message : '',
      );
      if (holder === null) {
        this.#guard = guard;
        this.#address ??= readRunning(this.#options.dir)?.address ?? null;
        this.#watch(guard);
        return;
      }
      await guard.end().catch(() => {});
      const pid = /^site (\d+)$/.exec(holder)?.[1];
      // A connection outlives its killed process by an instant.
      if (pid !== undefined && (isAlive(Number(pid)) || Date.now() > lingers)) throw this.#inUse(pid);
      await sleep(LOOK_MS);
    }
  }

  async hold(): Promise<void> {
    for (const until = Date.now() + HOLD_MS; ; await sleep(LOOK_MS)) {
      const guard = this.#guard;
      // Its end may have come and not been noticed: only an answer says that it has the locks.
      const answer = guard && this.#inTurn(() => guard.query('SELECT 1')).then(Boolean, () => false);
      const isAnswered = await Promise.race([answer, sleep(HOLD_MS, false, { ref: false })]);
      if (isAnswered && this.#guard === guard) return;
      if (Date.now() > until) throw new DatabaseOutage('away', 'The database server is being started again.');
    }
  }

  async keepLogRoom(hasRoom: boolean): Promise<void> {
    const guard = this.#guard;
    if (guard === null || this.#isClosing) return;
    await this.#inTurn(() => keepLogRoom(guard, hasRoom)).catch((error: unknown) => {
      if (this.#guard === guard) this.#options.log.warn({ err: error }, 'no files of the database log are kept ready');
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const guard = this.#guard;
    if (guard === null) return;
    (guard as unknown as { ref(): void }).ref();
    try {
      // Fails while other processes have their share: the last one stops the server. Later ones wait until it is gone.
      const { rows } = await this.#inTurn(() =>
        guard.query<{ last: boolean }>(`SELECT pg_try_advisory_lock(${USERS_LOCK}) AS last`),
      );
      const running = readRunning(this.#options.dir);
      if (rows[0]?.last && running !== null) await this.#stop(running.pid);
    } catch {
      // It has ended by itself; the next start recovers.
    }
    await guard.end().catch(() => {});
  }

  /** Runs after whatever else the guard's connection is used for. @throws what `work` throws */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  /** A client, or why there is none yet. */
  async #connect(): Promise<pg.Client | string> {
    const running = readRunning(this.#options.dir);
    if (running === null) return 'no server runs';
    const client = new pg.Client({
      connectionString: urlOf(running.address),
      application_name: `looproom ${this.#options.role} ${process.pid}`,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code } = error as { code?: string };
      if (code === '28P01' || code === '28000')
        throw new OwnServerError(
          `The server of ${this.#options.dir} refuses its own password. Stop that server and start again.`,
        );
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @returns null, or who has the folder; `stopping` where its server is being stopped */
  async #takeLocks(guard: pg.Client): Promise<string | null> {
    const shared = await guard.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock_shared(${USERS_LOCK}) AS taken`);
    if (!shared.rows[0]?.taken) return 'stopping';
    if (this.#options.role === 'command') return null;
    const site = await guard.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${SITE_LOCK}) AS taken`);
    if (site.rows[0]?.taken) return null;
    const { rows } = await guard.query<{ name: string }>(
      `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND (l.classid, l.objid, l.objsubid) = (${SITE_LOCK}, 2)`,
    );
    return rows[0]?.name.replace('looproom ', '') ?? 'ending';
  }

  #inUse(pid: string): FolderInUseError {
    return new FolderInUseError(
      `The database folder ${this.#options.dir} is in use by process ${pid}. Stop that process and start again.`,
    );
  }

  /** Whether the server's process is there, be it that it starts or stops. */
  #isRunning(): boolean {
    if (this.#process !== null) return true;
    const pid = Number(readOrNull(path.join(this.#options.dir, 'postmaster.pid'))?.split('\n')[0]);
    return pid > 0 && isServer(pid);
  }

  async #start(): Promise<void> {
    const { dir, connections } = this.#options;
    writeSettings(dir, connections);
    removeStalePidFile(dir);
    const log = this.#openLog();
    const { size: logged } = fs.fstatSync(log);
    const before = this.#address;
    const port = before?.port ?? (usesLoopback ? await freePort() : PORT);
    const folder = usesLoopback ? '' : socketFolder(dir, this.#runner, before?.host);
    const where = usesLoopback
      ? ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
      : ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${quoted(folder)}`];
    const [file, parameters] = this.#runner.command('postgres', ['-D', dir, '-p', String(port), ...where]);
    // In a group of its own: a Ctrl-C in the site's terminal is the site's, which stops its server last.
    const child = spawn(file, parameters, {
      ...this.#runner.options,
      cwd: dir,
      detached: true,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    child.unref();
    this.#process = child;
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      child.once('exit', (code, signal) => resolve(String(signal ?? code)));
    });
    void ended.then(() => {
      if (this.#process === child) this.#process = null;
    });
    // Ready, or ended.
    for (;;) {
      const outcome = await Promise.race([ended, sleep(LOOK_MS, null)]);
      if (outcome !== null) return this.#judgeEnd(outcome, logged);
      if (readRunning(dir)?.status === 'ready') return;
    }
  }

  /** @throws {OwnServerError} where another try would come to the same */
  #judgeEnd(outcome: string, before: number): void {
    const said = (readOrNull(this.#logFile()) ?? '').slice(before);
    const why = cannotRun(outcome, said);
    if (why !== null) throw new OwnServerError(why);
    const fatal = [...said.matchAll(/(?:FATAL|PANIC): +(.*)/g)].map(([, text]) => text!);
    // Another process has started one at the same time, or the last processes of a killed one are ending.
    if (fatal.some((text) => /lock file .* already exists|pre-existing shared memory block/.test(text))) return;
    // Ended by a signal: whoever sent it did not damage anything.
    if (fatal.length === 0 && outcome.startsWith('SIG')) return;
    const reason = fatal[0] ?? said.trim().split('\n').at(-1) ?? outcome;
    const { dir } = this.#options;
    if (/No space left on device/.test(reason))
      throw new OwnServerError(`The disk of ${dir} is full. Nothing is lost: make room on it and start again.`);
    if (/Permission denied|Read-only file system/.test(reason))
      throw new OwnServerError(
        `The database in ${dir} cannot be written to: ${reason}. Give the folder to the user of the site, or mount it for writing.`,
      );
    throw new OwnServerError(
      `The database in ${dir} does not start: ${reason}. Nothing was changed; more is in ${this.#logFile()}. If files of it are damaged or missing, restore a backup.`,
    );
  }

  /**
   * Waits for the loss of the guard's connection, and then for the server to be there again. A server that got SIGTERM
   * takes no new clients and waits for the others to leave, which a site does not: it is stopped and started.
   */
  #watch(guard: pg.Client): void {
    let stoppingSince: number | null = null;
    const timer = setInterval(() => {
      const { pid, status } = readRunning(this.#options.dir) ?? {};
      if (pid === undefined || status !== 'stopping' || this.#isClosing) stoppingSince = null;
      else if (stoppingSince === null) stoppingSince = Date.now();
      else if (Date.now() - stoppingSince > STOPPING_MS) process.kill(pid, 'SIGINT');
    }, ASK_MS).unref();
    guard.once('end', () => clearInterval(timer));
    guard.once('end', () => {
      if (this.#isClosing || this.#guard !== guard) return;
      this.#guard = null;
      this.#options.log.warn('the database server ended; it is started again');
      void this.#joinAgain();
    });
    // It keeps no process that has nothing else to do.
    (guard as unknown as { unref(): void }).unref();
  }

  async #joinAgain(): Promise<void> {
    for (let tries = 1; !this.#isClosing; tries++) {
      try {
        await this.join();
        this.#options.log.warn('the database server works again');
        return;
      } catch (error) {
        if (this.#isClosing) return;
        if (error instanceof FolderInUseError) {
          this.#options.log.error(error.message);
          this.#options.onLost();
          return;
        }
        if (tries === 1) this.#options.log.error({ err: error }, 'the database server does not start; trying again');
        await sleep(AGAIN_MS);
      }
    }
  }

  /** Stops the server as it should be: it writes down everything first. */
  async #stop(pid: number): Promise<void> {
    const file = path.join(this.#options.dir, 'postmaster.pid');
    if (process.platform === 'win32') {
      await runProgram(this.#runner, 'pg_ctl', ['-D', this.#options.dir, '-m', 'fast', '-w', 'stop']);
      return;
    }
    process.kill(pid, 'SIGINT');
    const until = Date.now() + STOP_MS;
    while (fs.existsSync(file) && isServer(pid) && Date.now() < until) await sleep(LOOK_MS);
  }

  #logFile(): string {
    return `${this.#options.dir}.log`;
  }

  #openLog(): number {
    const file = this.#logFile();
    try {
      if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) fs.renameSync(file, `${file}.1`);
      return fs.openSync(file, 'a', 0o600);
    } catch (error) {
      throw new OwnServerError(notWritable(path.dirname(file), error), { cause: error });
    }
  }
}

/** The list in `unix_socket_directories` is split at commas; a folder in quotes may have them, and blanks. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

function urlOf({ host, port, password }: Address): string {
  const at = host.startsWith('/') ? `/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}` : null;
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`;
  return `postgres://${ROLE}${secret}@${at ?? `${host}:${port}/${DATABASE}`}`;
}

/** Whether a process is there; one that has ended and that nobody has waited for is not, where the system tells (Linux). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statusOf(pid)?.state !== 'Z';
}

/** Whether a process is there and a server's, as far as the system tells. */
export const isServer = (pid: number): boolean => isAlive(pid) && (statusOf(pid)?.name ?? 'postgres') === 'postgres';

/** Name and state of a process on Linux: `pid (name) state …`; null elsewhere. */
function statusOf(pid: number): { name: string; state: string } | null {
  const [, name = '', state = ''] = /\((.*)\) (\S)/.exec(readOrNull(`/proc/${pid}/stat`) ?? '') ?? [];
  return name === '' ? null : { name, state };
}

/**
 * Removes the file of a server that is gone where another program has its process id now, as after the restart of a
 * machine or a container: PostgreSQL would take that one for its server and refuse to start.
 */
function removeStalePidFile(dir: string): void {
  const file = path.join(dir, 'postmaster.pid');
  const pid = Number(readOrNull(file)?.split('\n')[0]);
  if (pid > 0 && isAlive(pid) && !isServer(pid)) fs.rmSync(file, { force: true });
}

/** First process of a cluster's server; null where none runs. */
export function serverOf(dir: string): number | null {
  const { pid } = readRunning(path.resolve(dir)) ?? {};
  return pid !== undefined && isServer(pid) ? pid : null;
}

/** Ends a cluster's server at once, as a crash would, and waits for nothing. @returns its first process, where one ran */
export function quitServer(dir: string): number | null {
  const pid = serverOf(dir);
  if (pid !== null) process.kill(pid, 'SIGQUIT');
  return pid;
}

/** The same for a server such as one that a killed process has left. Resolves when it is gone. */
export async function killServer(dir: string): Promise<void> {
  const pid = quitServer(dir);
  if (pid !== null) for (; isServer(pid);) await sleep(LOOK_MS);
}
