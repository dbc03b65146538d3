import path from 'node:path';
import pg from 'pg';
import { NamedClient } from '../named-client.ts';
import { unpackFolder } from './files/archive.ts';
import { requireRoom, watchDisk } from './disk-watch.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { FullDisk } from './full-disk-record.ts';
import { prepareFolder } from './files/folder.ts';
import type { LeaseGrant } from './files/lease.ts';
import { lockFolder } from './files/lock.ts';
import type { LockOptions } from './files/lock.ts';
import { maintainDatabase } from './maintain.ts';
import { WorkerHost } from './worker/worker-host.ts';
import type { Log } from './worker/worker-host.ts';

export type EmbeddedDatabaseOptions = {
  /** The database's own folder; made when it is not there. Its parent gets a `.lock` file beside it. */
  readonly dir: string;
  /** A file of `makeTemplate`, to start a new folder from; an existing database never reads it. */
  readonly template?: string;
  /** Clients in the pool, 10 by default. They take turns at one backend: more is not faster. */
  readonly poolSize?: number;
  readonly log?: Log;
  /** Milliseconds (30,000 by default) a transaction may do nothing, while everyone waits for it. */
  readonly idleInTransactionMs?: number;
  /**
   * Milliseconds (30,000 by default) a query may compute. Only stopping the whole database can interrupt it. A
   * transaction that needs longer says `SET LOCAL statement_timeout = '10min'` (or 0) first.
   */
  readonly runawayMs?: number;
  /**
   * Called once when another process has taken the folder. The database is gone by then, and nothing of this process
   * has been written after the takeover: end the process.
   */
  readonly onLost?: () => void;
  /**
   * Called when the disk is full and the database can only be read, and when it takes writes again; for the latter an
   * earlier process may have met the full disk.
   */
  readonly onReadOnly?: (isReadOnly: boolean, disk: FullDisk) => void;
  /** For tests. */
  readonly lock?: LockOptions;
};

export type EmbeddedDatabase = {
  /** An ordinary pool. After a runaway query or a crash its clients end with code 57P01 or 57P02, and new ones work. */
  readonly pool: pg.Pool;
  /**
   * VACUUM and ANALYZE of the tables that changed, and a CHECKPOINT: call it every hour or so, when little is going on.
   * Others wait for one table at most; a table of 400 MB, never done before, takes seconds.
   * Throws what PostgreSQL answers.
   */
  maintain(): Promise<void>;
  /** Records that staff have been mailed of the full disk. */
  fullDiskMailed(): void;
  /** Ends the pool and closes the database cleanly. Never throws; clients still out after 3 s lose their connection. */
  close(): Promise<void>;
};

/** Milliseconds that clients which are out have to come back when the database closes. */
const returnMs = 3_000;

/**
 * Opens the database in `options.dir`, and makes it first when there is none.
 * @throws DiskFullError when there is too little room to write what a start writes
 * @throws FolderInUseError when another process, or this one, has the folder open already
 * @throws Error when the folder holds something else, or the database does not start
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { template, poolSize = 10, log = () => {}, idleInTransactionMs = 30_000, runawayMs = 30_000 } = options;
  const dir = path.resolve(options.dir);
  const hosts: WorkerHost[] = [];
  let watch: DiskWatch | undefined;
  let isLost = false;
  const onLost = (): void => {
    if (isLost) return;
    isLost = true;
    log('error', 'Another process took the database folder. The database is stopped to save what is there.', { dir });
    for (const host of hosts) void host.abandon();
    options.onLost?.();
  };
  await requireRoom(dir);
  const lock = await lockFolder(dir, onLost, options.lock);
  const hostOf = (folder: string, lease: LeaseGrant | null): WorkerHost =>
    new WorkerHost({
      dir: folder,
      lease,
      idleInTransactionMs,
      runawayMs,
      log,
      onLost,
      onReserveUsed: () => watch?.reserveUsed(),
    });
  const host = hostOf(dir, lock.grant);
  hosts.push(host);
  try {
    await prepareFolder(dir, async (draft) => {
      if (template === undefined) {
        const maker = hostOf(draft, null);
        await maker.ready();
        await maker.close();
      } else unpackFolder(template, draft);
      lock.prove();
    });
    lock.handOver();
    await host.ready();
    watch = watchDisk(dir, log, (isFull, disk) => {
      host.setReadOnly(isFull);
      options.onReadOnly?.(isFull, disk);
    });
  } catch (error) {
    await host.close();
    lock.release();
    throw error;
  }

  const pool = makePool(host, poolSize);
  let closing: Promise<void> | undefined;
  pool.on('error', (error) => {
    if (closing === undefined) log('warn', 'A database client lost its connection.', { error: error.message });
  });
  const close = async (): Promise<void> => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, returnMs).unref());
    await Promise.race([pool.end().catch(() => {}), late]);
    watch.stop();
    await host.close();
    lock.release();
  };
  return {
    pool,
    maintain: () => maintainDatabase(() => host.openStream()),
    fullDiskMailed: () => watch.mailed(),
    close: () => (closing ??= close()),
  };
}

function makePool(host: WorkerHost, size: number): pg.Pool {
  const pool = new pg.Pool({
    stream: () => host.openStream(),
    Client: NamedClient,
    max: size,
    // Set here, because pg would else take them from the environment's PGSSLMODE, PGUSER and so on.
    ssl: false,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    // Prepared statements live in the client: worth keeping for a while, not worth their memory for ever.
    idleTimeoutMillis: 60_000,
  });
  // The pool does not listen for errors of clients that are out; without a listener they would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
