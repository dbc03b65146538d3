import { AsyncLocalStorage } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import { type SQL, sql as drizzleSql } from 'drizzle-orm';
import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type DiskState, makeDiskState } from './disk-state.ts';
import { observed } from './rows-observer.ts';
import { DatabaseOutage } from './outage.ts';
import { type Slots, makeSlots } from '#platform/server/slots.ts';
import { isPlainRead } from './statement-kind.ts';
import { makeBatcher } from './batcher.ts';

export type { SQL };

/** Connections of ten that are reserved for reads; one more listens for news. */
const READERS_OF_TEN = 3;
/** Milliseconds that a writer waits for a connection. */
const WRITER_WAIT_MS = 5_000;
/** Statements of one transaction at most. */
const BATCH_SIZE = 50;
/** Retries of a transaction after a deadlock (40P01) or a serialization failure (40001). */
const REPEATS = 3;
/** Statements that wait for one row: about as many as can be written in {@link WRITER_WAIT_MS}. */
const MAX_QUEUED = 2_000;

/**
 * A query with its values apart. An array is one value (`= ANY(${ids}::uuid[])`), not a list of placeholders, so that a
 * text stays the same for any length and its statement name is found again.
 */
export const sql = Object.assign(
  (strings: TemplateStringsArray, ...values: unknown[]): SQL =>
    drizzleSql(strings, ...values.map((value) => (Array.isArray(value) ? drizzleSql.param(value) : value))),
  { raw: drizzleSql.raw, join: drizzleSql.join },
);

/** Where queries run: the database itself, or one transaction of it. */
export interface Executor {
  /** Drizzle's builder, for one row by its key. */
  readonly orm: NodePgDatabase;
  /** Runs `` sql`…` ``, for everything that lists or joins. Timestamps come as Date, bigint as string. */
  rows<T extends object>(query: SQL): Promise<T[]>;
}

/** Where reads run. */
export type Reader = Pick<Executor, 'rows'>;

/** One open transaction. It holds locks and a connection: no hashing, mail, file or network wait inside one. */
export interface Tx extends Executor {
  /** The connection, for libraries that take one (jobs). */
  readonly client: pg.PoolClient;
  /** Runs after the commit, in order, and not at all after a roll-back. Failures are logged, never thrown. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** The database. */
export interface Database extends Executor {
  readonly pool: pg.Pool;
  /** Whether no other process of the site can run jobs on it: on the site's own server. */
  readonly isAlone: boolean;
  /** The disk of the site's own server: while it is full, every write is refused. */
  readonly disk: DiskState;
  /**
   * Runs reads one after the other on one connection; the database ends each of them after so many milliseconds, with
   * PostgreSQL's code 57014, and uses one core for it.
   */
  reading<T>(ms: number, work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction (read committed): commits when it resolves, rolls back when it rejects. A call inside
   * a transaction throws: pass the `tx` on instead. After a deadlock or a serialization failure `work` runs again, up to
   * three times, with another `tx`: it does nothing outside, and what it collects it collects inside.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs one statement in a transaction that first takes an advisory lock, in one round trip: the statement sees what
   * earlier holders of the lock have written. Not inside `tx`.
   * @param on names a row that all such statements change: statements that come while one of them runs share the next
   * transaction (group commit), because each alone would wait until the one before it is on the disk
   */
  behind(lock: string, on: string): Pick<Executor, 'rows'>;
  close(): Promise<void>;
}

/** Whether PostgreSQL ended a transaction because of a deadlock or a serialization failure. */
function isConflict(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ('code' in current && (current.code === '40P01' || current.code === '40001')) return true;
  return false;
}

const dialect = new PgDialect();
const insideTransaction = new AsyncLocalStorage<true>();

type Queryable = Pick<pg.PoolClient, 'query'>;
/** A statement as it is sent. Call it before any `await`: the observer looks for the caller on the stack. */
function compile(query: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(query);
  return { text, params, observe: observed(text) };
}

async function send<T extends object>(
  client: Queryable,
  { text, params, observe }: ReturnType<typeof compile>,
): Promise<T[]> {
  const result = await client.query<T>(text, params);
  observe?.(result);
  return result.rows;
}

const run = <T extends object>(client: Queryable, query: SQL): Promise<T[]> => send<T>(client, compile(query));

/** A statement with the advisory lock that it needs. */
interface LockedStatement {
  readonly lock: string;
  readonly statement: ReturnType<typeof compile>;
}

/** Sends statements and their locks as one transaction. @throws the error of the first statement that failed */
async function sendBatch(client: pg.PoolClient, batch: readonly LockedStatement[]): Promise<object[][]> {
  // All locks are taken before any row and in one order, so that no deadlock arises.
  const locks = [...new Set(batch.map(({ lock }) => lock))].toSorted();
  // A text of several statements takes no parameters.
  const lockCalls = locks.map((lock) => `SELECT pg_advisory_xact_lock(hashtextextended(${pg.escapeLiteral(lock)}, 0))`);
  const begin = `BEGIN; ${lockCalls.join('; ')}`;
  if (!(client as unknown as pg.Client).pipeline) {
    await client.query(begin);
    const rows: object[][] = [];
    for (const { statement } of batch) rows.push(await send<object>(client, statement));
    await client.query('COMMIT');
    return rows;
  }
  // Pipelined in one write. When a statement fails the server refuses the rest, and the COMMIT rolls back.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  const begun = client.query(begin);
  const results = batch.map(({ statement }) => send<object>(client, statement));
  const ended = client.query('COMMIT');
  stream.uncork();
  await Promise.allSettled([begun, ...results, ended]);
  await begun;
  const rows: object[][] = [];
  for (const result of results) rows.push(await result);
  await ended;
  return rows;
}

/** A query on the pool inside a transaction; the stack names it. */
class InsideTransaction extends Error {
  override name = 'InsideTransaction';
  constructor() {
    super('A query on the pool inside a transaction: it would not see what the transaction has written. Use the tx.');
  }
}

/** Runs a transaction on a writer's connection; rolls it back when `work` rejects. */
async function onWriter<T>(pool: pg.Pool, writers: Slots, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (insideTransaction.getStore()) throw new InsideTransaction();
  const giveBack = await writers.take();
  const client = await pool.connect().catch((error: unknown) => {
    giveBack();
    throw error;
  });
  let broken: Error | undefined;
  // Without a listener, a connection lost between two queries would end the process.
  const onLost = (error: Error): void => {
    broken = error;
  };
  client.on('error', onLost);
  try {
    return await work(client);
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
    giveBack();
  }
}

/** Retries work after a deadlock or a serialization failure, a few times. */
async function withRetries<T>(work: () => Promise<T>, onRepeat?: (error: unknown) => void): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (repeats === REPEATS || !isConflict(error)) throw error;
      onRepeat?.(error);
    }
  }
}

type Hook = () => void | Promise<void>;

/** One attempt at a transaction. @returns its hooks too: a rolled-back attempt loses its hooks */
async function tryTransaction<T>(client: pg.PoolClient, work: (tx: Tx) => Promise<T>): Promise<[T, Hook[]]> {
  const hooks: Hook[] = [];
  await client.query('BEGIN');
  const tx: Tx = {
    client,
    orm: drizzle(client),
    rows: (query) => run(client, query),
    afterCommit: (hook) => void hooks.push(hook),
  };
  const result = await insideTransaction.run(true, () => work(tx));
  await client.query('COMMIT');
  return [result, hooks];
}

/**
 * Makes the database out of a pool.
 * @param onHookError called with the error of an after-commit hook
 * @param onRepeat called with the deadlock or serialization failure because of which a transaction is repeated
 */
export function makeDatabase(
  pool: pg.Pool,
  options: {
    onHookError: (error: unknown) => void;
    onRepeat?: (error: unknown) => void;
    close?: () => Promise<void>;
    disk?: DiskState;
    isAlone?: boolean;
  },
): Database {
  const size = pool.options.max;
  const disk = options.disk ?? makeDiskState();
  const places = Math.max(1, size - 1 - Math.ceil((size * READERS_OF_TEN) / 10));
  const writers = makeSlots(
    places,
    WRITER_WAIT_MS,
    () => new DatabaseOutage('busy', `No writer's place became free within ${WRITER_WAIT_MS} ms.`),
  );
  const queryInSlot = async (...parameters: unknown[]): Promise<unknown> => {
    const query = pool.query.bind(pool) as (...all: unknown[]) => Promise<unknown>;
    const [first] = parameters;
    if (isPlainRead(typeof first === 'string' ? first : (first as { text: string }).text)) return query(...parameters);
    const giveBack = await writers.take();
    try {
      // A single statement is a transaction.
      return await withRetries(() => query(...parameters), options.onRepeat);
    } finally {
      giveBack();
    }
  };
  const guarded = new Proxy(pool, {
    get(target, key) {
      if ((key === 'query' || key === 'connect') && insideTransaction.getStore()) throw new InsideTransaction();
      if (key === 'query') return queryInSlot;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const runInBatch = makeBatcher<LockedStatement>({
    batchSize: BATCH_SIZE,
    waitMs: WRITER_WAIT_MS,
    maxQueued: MAX_QUEUED,
    run: (some) => onClient((client) => sendBatch(client, some)),
  });
  const onClient = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withRetries(() => onWriter(pool, writers, work), options.onRepeat);
  return {
    pool,
    isAlone: options.isAlone ?? false,
    disk,
    orm: drizzle(guarded),
    rows: (query) => run(guarded, query),
    async reading(ms, work) {
      const client = await guarded.connect();
      let broken: Error | undefined;
      try {
        const begun = client.query(
          `BEGIN READ ONLY; SET LOCAL statement_timeout = ${ms}; SET LOCAL max_parallel_workers_per_gather = 0`,
        );
        // In pipeline mode the first statement is sent with it, and fails with it.
        begun.catch(() => {});
        if (!(client as unknown as pg.Client).pipeline) await begun;
        const result = await insideTransaction.run(true, () => work({ rows: (query) => run(client, query) }));
        await begun;
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    behind: (lock, on) => ({
      async rows<T extends object>(query: SQL): Promise<T[]> {
        if (insideTransaction.getStore()) throw new InsideTransaction();
        return (await runInBatch(on, { lock, statement: compile(query) })) as T[];
      },
    }),
    async tx(work) {
      const [result, hooks] = await onClient((client) => tryTransaction(client, work));
      for (const hook of hooks) {
        try {
          await hook();
        } catch (error) {
          options.onHookError(error);
        }
      }
      return result;
    },
    close: options.close ?? (() => pool.end()),
  };
}

/** Whether a statement was ended because it took too long. */
export const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '57014';

/** PostgreSQL's code of a unique constraint that was violated. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (
    let current = error;
    typeof current === 'object' && current !== null;
    current = 'cause' in current ? current.cause : null
  ) {
    if ('code' in current && current.code === '23505') {
      return constraint === undefined || ('constraint' in current && current.constraint === constraint);
    }
  }
  return false;
}
