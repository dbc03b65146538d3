import { type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Context } from '#server/context.ts';
import type { Bus } from '#server/platform/db/bus.ts';
import { type Database, sql } from '#server/platform/db/database.ts';
import type { Cron, Job } from './job.ts';
import type { Jobs } from './queue.ts';
import { queueErrorLog } from './queue-errors.ts';

const SCHEMA = 'pgboss';
/** Queue of the jobs that failed for good. */
const DEAD = 'dead';
/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** Seconds between polls of a queue without a wake-up: they find delayed retries and jobs of lost processes. */
const POLL_SECONDS = 5;
/** Seconds without a sign of life after which a running job counts as lost with its process. */
const SILENCE_SECONDS = 60;
/** Milliseconds that running jobs have at a stop. */
const STOP_MS = 15_000;
/** A dead job stays for a month. */
const KEEP_DEAD_SECONDS = 30 * 86_400;

/** `Jobs` with its start and stop. */
export interface JobService extends Jobs {
  /** Does what `prepare` does, and starts to work. */
  start(ctx: Context): Promise<void>;
  /** Makes the queues and schedules, so that jobs can be added, and works on none. */
  prepare(): Promise<void>;
  /** Takes no new jobs, waits for the running ones (at most 15 s), gives the rest back. */
  stop(): Promise<void>;
}

interface Result {
  readonly rows: readonly unknown[];
}

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Whether every value of one thing is so in another. */
function isEvery(wanted: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(wanted).every(([name, value]) => values.get(name) === value);
}

/** pg-boss sends several statements in one text now and then; pg then answers with one result for each. */
function asBossDatabase(client: Queryable): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }>;
} {
  return {
    async executeSql(text, values) {
      const result = (await client.query(text, values)) as Result | Result[];
      const rows = Array.isArray(result) ? result.flatMap((one) => one.rows) : result.rows;
      return { rows: rows as never[] };
    },
  };
}

/**
 * Background work on pg-boss: jobs are rows, so they commit with what causes them and survive any crash. Workers are
 * woken through the bus right after the commit; polling finds the rest.
 */
export function makeJobs(options: {
  db: Database;
  bus: Bus;
  log: Logger;
  jobs: readonly Job[];
  crons: readonly Cron[];
}): JobService {
  const { db, bus, log, jobs, crons } = options;
  const boss = new PgBoss({
    db: asBossDatabase(db.pool),
    schema: SCHEMA,
    backend: db.embedded ? 'pglite' : 'postgres',
    cronMonitorIntervalSeconds: 30,
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: 60,
    maintenanceIntervalSeconds: 600,
    monitorVacuum: !db.embedded,
    reindex: !db.embedded,
  });
  boss.on('error', queueErrorLog(log));
  const known = new Set(jobs.map((job) => job.name));
  const workers = new Map<string, string[]>();
  const wake = (names: Iterable<string>): void => {
    for (const name of names) {
      for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
    }
  };
  bus.on('jobs', (name) => wake([String(name)]));
  bus.onGap(() => wake(workers.keys()));

  const runOne = async (ctx: Context, job: Job, item: { id: string; data: object }): Promise<JobResult> => {
    try {
      await job.run(ctx, job.payload.parse(item.data));
      return { id: item.id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, job: job.name, id: item.id }, 'a job failed');
      return { id: item.id, status: 'failed', output: error };
    }
  };

  const work = async (ctx: Context, job: Job): Promise<void> => {
    const batchSize = job.batch ?? 1;
    const how = { batchSize, perJobResults: true, pollingIntervalSeconds: POLL_SECONDS } as const;
    const worker = await boss.work<object>(job.name, how, async (items) => {
      const results: JobResult[] = [];
      for (const item of items) {
        // At a stop the rest is given back.
        if (item.signal.aborted) break;
        results.push(await runOne(ctx, job, item));
      }
      // There may be more: poll again at once instead of waiting.
      if (items.length === batchSize) wake([job.name]);
      return results;
    });
    workers.set(job.name, [...(workers.get(job.name) ?? []), worker]);
  };

  const prepare = async (): Promise<void> => {
    await boss.start();
    await boss.createQueue(DEAD, { retentionSeconds: KEEP_DEAD_SECONDS });
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const job of jobs) {
      const wanted = {
        deadLetter: DEAD,
        retryLimit: job.retries ?? 5,
        retryDelay: 30,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: job.timeoutSeconds ?? 300,
        // On the embedded database the start finds them: no other process could be running them.
        ...(!db.embedded && { heartbeatSeconds: SILENCE_SECONDS }),
        deleteAfterSeconds: 600,
      };
      const queue = existing.get(job.name);
      // As on nearly every start: thirty statements less before the first request.
      if (queue && isEvery(wanted, queue)) continue;
      if (queue) await boss.updateQueue(job.name, wanted);
      else await boss.createQueue(job.name, { ...wanted, policy: job.singleton ? 'short' : 'standard' });
      // Any question about a queue makes pg-boss remember it, as its start does with those that are there. Otherwise
      // the first job of a transaction would query its queue on the pool, which on the embedded database waits for that
      // very transaction.
      await boss.findJobs(job.name, { id: NO_JOB });
    }
    const schedules = new Map((await boss.getSchedules()).map((one) => [one.name, one]));
    for (const { job, schedule } of crons) {
      const one = schedules.get(job.name);
      schedules.delete(job.name);
      if (!one || one.cron !== schedule) await boss.schedule(job.name, schedule, {}, { tz: 'UTC' });
    }
    for (const old of schedules.keys()) await boss.unschedule(old);
  };

  /**
   * Lets jobs run again at once whose process was killed; those without a try left fail by their time. On a database
   * server other processes may be running theirs: there only a silent one is lost, and pg-boss checks every minute.
   */
  const takeLost = (): Promise<object[]> =>
    db.rows(sql`
      UPDATE pgboss.job SET state = 'retry', start_after = now()
      WHERE name = ANY(${[...known]}::text[]) AND state = 'active' AND retry_count < retry_limit
        AND (${db.embedded} OR heartbeat_on + heartbeat_seconds * interval '1 second' < now())`);

  return {
    async enqueue(tx, job, payload, enqueueOptions = {}) {
      // Its queue would be queried on the pool, inside the open transaction: on the embedded database that waits for
      // ever.
      if (!known.has(job.name)) throw new Error(`The job ${job.name} is in no feature of this site.`);
      await boss.send(job.name, payload as object, {
        db: asBossDatabase(tx.client),
        ...(enqueueOptions.startAfter && { startAfter: enqueueOptions.startAfter }),
        ...(enqueueOptions.singletonKey !== undefined && { singletonKey: enqueueOptions.singletonKey }),
      });
      tx.afterCommit(() => bus.send('jobs', job.name));
    },
    prepare,
    async start(ctx) {
      await prepare();
      await takeLost();
      for (const job of jobs) for (let count = job.workers?.(ctx.config) ?? 1; count > 0; count--) await work(ctx, job);
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: false }),
    async idle() {
      for (;;) {
        const busy = await db.rows<{ name: string; due: boolean }>(sql`
          SELECT name, bool_or(state <> 'active') AS due FROM pgboss.job
          WHERE name <> ${DEAD} AND name NOT LIKE '\\_\\_pgboss%' AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))
          GROUP BY name`);
        if (busy.length === 0) return;
        // Those alone: polling every queue each time would take the processor from the jobs that are waited for.
        wake(busy.filter((queue) => queue.due).map((queue) => queue.name));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async dead(limit = 100) {
      const found = await boss.findJobs<object>(DEAD);
      return found.slice(0, limit).map((job) => ({
        id: job.id,
        name: job.sourceName ?? 'unknown',
        payload: job.data,
        error: JSON.stringify(job.sourceOutput ?? job.output ?? null),
        failedAt: job.createdOn,
      }));
    },
    retry: async (id) => (await boss.redrive(DEAD, { ids: [id] })) === 1,
    scheduled: () => crons.map(({ job, schedule }) => ({ name: job.name, schedule })),
    async runNow(name) {
      if (!crons.some(({ job }) => job.name === name)) return false;
      await boss.send(name, {});
      bus.send('jobs', name);
      return true;
    },
    async counts() {
      const rows = await db.rows<{ state: string; dead: boolean; count: number }>(
        sql`SELECT state::text AS state, name = ${DEAD} AS dead, count(*)::int AS count FROM pgboss.job WHERE state IN ('created', 'retry', 'active') GROUP BY 1, 2`,
      );
      const sum = (wanted: (row: (typeof rows)[number]) => boolean): number =>
        rows.filter(wanted).reduce((total, row) => total + row.count, 0);
      return {
        waiting: sum((row) => !row.dead && row.state !== 'active'),
        running: sum((row) => !row.dead && row.state === 'active'),
        dead: sum((row) => row.dead),
      };
    },
  };
}
