import pg from 'pg';
import type { Logger } from 'pino';
import { NamedClient, type SlowQueries } from './named-client.ts';
import { inSpan } from '#platform/server/monitoring/tracing.ts';
import { DatabaseOutage } from './outage.ts';
import type { Outages } from '#platform/server/outages.ts';
import { isPlainRead } from './statement-kind.ts';

/** Milliseconds that a statement may take. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Milliseconds that a statement waits for a lock of another one. */
const LOCK_TIMEOUT_MS = 3_000;
/** Milliseconds for a connection: to get a free one, or to make one. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds between two questions whether the server answers, and for its answer: less than 5 s together. */
const ASK_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 3_000;
/** Milliseconds after which the operating system looks whether the other end of a silent connection is still there. */
const KEEP_ALIVE_MS = 10_000;
/** Reads of a locked table that are tried at a time; all others are refused at once. */
const MAX_TRIALS = 1;

type Query = pg.Pool['query'];

/**
 * The pool of a database server, with health checks and a circuit breaker for locked tables. It checks all the time
 * whether the server answers, and ends every connection of a server that does not. While a table is locked, one read of
 * it at a time is tried again; the others are refused at once, so that they do not take the connections of all reads.
 */
export class ServerPool extends pg.Pool {
  readonly #settings: pg.ClientConfig;
  readonly #outages: Pick<Outages, 'note'>;
  readonly #clients = new Set<pg.PoolClient>();
  /** Texts of reads whose last attempt met a lock. */
  readonly #stalled = new Set<string>();
  #trials = 0;
  #isAway = false;
  #isEnding = false;
  #isReadOnly = false;
  #lastAnswer = performance.now();
  #asker: pg.Client | null = null;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param admit what each new connection waits for before anybody gets it; when it rejects, whoever wanted the
   * connection is refused
   * @param slowQueryMs milliseconds from which a query gets a line in the log; 0: none does
   */
  constructor(
    connectionString: string,
    size: number,
    log: Logger,
    outages: Pick<Outages, 'note'>,
    admit?: () => Promise<void>,
    slowQueryMs = 0,
  ) {
    const settings: pg.ClientConfig = {
      connectionString,
      application_name: 'looproom',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      options: `-c statement_timeout=${STATEMENT_TIMEOUT_MS} -c lock_timeout=${LOCK_TIMEOUT_MS} -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
    };
    // The pool passes its options to each client.
    const passed: { readonly slow: SlowQueries } = { slow: { ms: slowQueryMs, log } };
    super({
      ...settings,
      ...passed,
      max: size,
      Client: NamedClient,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // What is sent without waiting for an answer (`behind`) leaves at once.
      pipeline: true,
      // oxlint-disable-next-line typescript/no-misused-promises -- pg waits for the promise, which its types do not say
      ...(admit && { onConnect: admit }),
    });
    this.#settings = settings;
    this.#outages = outages;
    this.on('error', (error) => {
      if (outages.note(error) === null) log.warn({ err: error }, 'lost a database connection');
    });
    this.on('connect', (client) => {
      this.#clients.add(client);
      if (this.#isReadOnly) setReadOnly(client, true);
    });
    this.on('remove', (client) => this.#clients.delete(client));
    this.on('release', (error) => {
      if (!error) this.#lastAnswer = performance.now();
    });
    // The start of a site waits for the first connection and reports why there is none.
    this.once('connect', () => this.#askLater());
  }

  // Both forms of pg's, with a promise and with a callback; pg's own `query` takes its connections here too.
  override connect = ((callback?: (error: Error, client: undefined, release: () => void) => void): unknown => {
    if (!this.#isAway) {
      const pass = pg.Pool.prototype.connect as (...parameters: unknown[]) => unknown;
      return callback === undefined ? pass.call(this) : pass.call(this, inSpan(callback));
    }
    const error = new DatabaseOutage('away', 'The database server does not answer.');
    if (callback === undefined) return Promise.reject(error);
    process.nextTick(callback, error, undefined, () => {});
    return undefined;
  }) as pg.Pool['connect'];

  override query = ((...parameters: unknown[]): unknown => {
    const pass = (): unknown => (pg.Pool.prototype.query as (...all: unknown[]) => unknown).apply(this, parameters);
    const [first] = parameters;
    const text = typeof first === 'string' ? first : ((first as { text?: unknown } | undefined)?.text ?? '');
    if (typeof parameters.at(-1) === 'function' || typeof text !== 'string' || !isPlainRead(text)) return pass();
    return this.#read(text, pass as () => Promise<unknown>);
  }) as Query;

  override async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    const asker = this.#asker;
    this.#asker = null;
    if (asker !== null) void asker.end().catch(() => {});
    await super.end();
  }

  /** Makes transactions that begin from now on read-only: the server refuses their writes with 25006. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    for (const client of this.#clients) setReadOnly(client, isReadOnly);
  }

  async #read(text: string, run: () => Promise<unknown>): Promise<unknown> {
    const isTrial = this.#stalled.has(text);
    if (isTrial && this.#trials >= MAX_TRIALS)
      throw new DatabaseOutage('busy', 'This statement waits for a locked table, and another one is being tried.');
    if (isTrial) this.#trials++;
    try {
      const result = await run();
      if (isTrial) this.#stalled.delete(text);
      return result;
    } catch (error) {
      if ((error as { code?: unknown }).code === '55P03') this.#stalled.add(text);
      else if (isTrial) this.#stalled.delete(text);
      throw error;
    } finally {
      if (isTrial) this.#trials--;
    }
  }

  #askLater(): void {
    if (this.#isEnding) return;
    this.#timer = setTimeout(() => void this.#askNow(), ASK_EVERY_MS).unref();
  }

  async #askNow(): Promise<void> {
    const asked = performance.now();
    try {
      await inTime(this.#ask());
      this.#isAway = false;
    } catch (error) {
      const asker = this.#asker;
      this.#asker = null;
      if (asker !== null) cut(asker);
      // Other queries were answered meanwhile: the server is slow, not away.
      if (!this.#isEnding && this.#lastAnswer < asked) this.#giveUp(error);
    }
    this.#askLater();
  }

  async #ask(): Promise<void> {
    if (this.#asker === null) {
      const asker = new pg.Client(this.#settings);
      asker.on('error', () => {
        if (this.#asker === asker) this.#asker = null;
      });
      this.#asker = asker;
      await asker.connect();
      // The health check alone does not keep the process running.
      (asker as unknown as { unref(): void }).unref();
    }
    await this.#asker.query('SELECT 1');
  }

  #giveUp(error: unknown): void {
    if (!this.#isAway)
      this.#outages.note(new DatabaseOutage('away', 'The database server does not answer.', { cause: error }));
    this.#isAway = true;
    for (const client of this.#clients) cut(client);
  }
}

function setReadOnly(client: pg.PoolClient, isReadOnly: boolean): void {
  // A lost connection fails where it is used.
  client.query(`SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`).catch(() => {});
}

/** Destroys a connection without a goodbye to a server that does not answer; a running query fails. */
function cut(client: pg.Client | pg.PoolClient): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error: Error): void } } };
  connection?.stream?.destroy(new DatabaseOutage('away', 'The database server did not answer in time.'));
}

/** @throws {DatabaseOutage} when the server takes too long; time in which this process stood still does not count */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const wait = (): void => {
      const due = performance.now() + ANSWER_WITHIN_MS;
      timer = setTimeout(() => {
        if (performance.now() - due > ASK_EVERY_MS) wait();
        else reject(new DatabaseOutage('away', `The database server did not answer within ${ANSWER_WITHIN_MS} ms.`));
      }, ANSWER_WITHIN_MS).unref();
    };
    wait();
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
