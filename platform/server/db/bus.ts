import type pg from 'pg';
import type { Logger } from 'pino';
import type { Outages } from '#platform/server/outages.ts';

/** One PostgreSQL channel carries all news between processes. */
const CHANNEL = 'looproom';
/** PostgreSQL refuses payloads of 8000 bytes and more. */
const MAX_PAYLOAD = 7500;
const RETRY_MS = 1000;

/** Publish/subscribe between processes (and to this one) by LISTEN and NOTIFY. News may be missed while a connection is down: see `onGap`. */
export interface Bus {
  /**
   * Sends after this turn of the event loop, or once the previous query is done, batched with everything that is sent
   * until then: one query for all.
   */
  send(kind: string, data: unknown): void;
  on(kind: string, listener: (data: unknown) => void): void;
  /** Called when news may have been missed: the listening connection was lost and is back, or a process could not send. */
  onGap(listener: () => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type News = readonly [kind: string, data: unknown];
/** That news may have been missed. */
const GAP: News = ['gap', null];

/** The news as payloads that PostgreSQL takes. One that is too large by itself is logged and left out. */
function batchesOf(waiting: readonly News[], log: Logger): string[] {
  const batches: string[] = [];
  let batch: string[] = [];
  let size = 2;
  for (const news of waiting) {
    const text = JSON.stringify(news);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > MAX_PAYLOAD) {
      log.error({ kind: news[0], bytes }, 'news too large for the bus');
      continue;
    }
    if (size + bytes > MAX_PAYLOAD) {
      batches.push(`[${batch.join(',')}]`);
      batch = [];
      size = 2;
    }
    batch.push(text);
    size += bytes;
  }
  if (batch.length > 0) batches.push(`[${batch.join(',')}]`);
  return batches;
}

/** @param pool one of its connections listens for as long as the bus runs. */
export function makeBus(pool: pg.Pool, log: Logger, outages: Pick<Outages, 'note'>): Bus {
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  let waiting: News[] = [];
  let scheduled = false;
  let client: pg.PoolClient | null = null;
  let stopped = false;
  /** News of this process could not be sent, and the others do not know yet. */
  let hasLost = false;
  let retry: NodeJS.Timeout | undefined;

  const hand = ([kind, data]: News): void => {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        listener(data);
      } catch (error) {
        log.error({ err: error, kind }, 'a listener of the bus failed');
      }
    }
  };
  const on: Bus['on'] = (kind, listener) => void listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);

  const sendWaiting = async (): Promise<void> => {
    const batches = batchesOf(hasLost ? [GAP, ...waiting] : waiting, log);
    waiting = [];
    hasLost = false;
    try {
      // The listening connection takes no slot of the writers.
      for (const payload of batches) await (client ?? pool).query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    } catch (error) {
      hasLost = true;
      if (!stopped && outages.note(error) === null) log.warn({ err: error }, 'news could not be sent');
    }
  };
  const flush = async (): Promise<void> => {
    // News that comes meanwhile is sent as one batch.
    do await sendWaiting();
    while (waiting.length > 0);
    scheduled = false;
  };

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => void flush());
  };

  const listen = async (again: boolean): Promise<void> => {
    const next = await pool.connect();
    const onLost = (error?: Error): void => {
      if (client !== next) return;
      client = null;
      next.release(error ?? true);
      if (!stopped) reconnect();
    };
    next.on('error', onLost);
    next.on('end', () => onLost());
    next.on('notification', (message) => {
      if (message.payload) for (const news of JSON.parse(message.payload) as News[]) hand(news);
    });
    try {
      await next.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      next.release(true);
      throw error;
    }
    client = next;
    if (hasLost) schedule();
    if (again) hand(GAP);
  };

  const reconnect = (): void => {
    retry = setTimeout(() => {
      listen(true).catch((error: unknown) => {
        if (outages.note(error) === null) log.warn({ err: error }, 'the bus cannot listen yet');
        if (!stopped) reconnect();
      });
    }, RETRY_MS);
    retry.unref();
  };

  return {
    send(kind, data) {
      if (stopped) return;
      waiting.push([kind, data]);
      schedule();
    },
    on,
    onGap: (listener) => on(GAP[0], listener),
    start: () => listen(false),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await flush();
      const last = client;
      client = null;
      last?.release(true);
    },
  };
}
