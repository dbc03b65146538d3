import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Context } from '#platform/server/context.ts';
import type { Bus } from '#platform/server/db/bus.ts';
import { type Database, type SQL, sql } from '#platform/server/db/database.ts';
import type { Outages } from '#platform/server/outages.ts';
import type { Cron, Job } from './job.ts';
import type { Jobs } from './queue.ts';
import { deadName, deadNames, inspection, whenIdle } from './inspect.ts';
import { DEAD, makeQueues, makeSchedules } from './make-queues.ts';
import { makeWorkers } from './workers.ts';

const SCHEMA = 'pgboss';
/** Milliseconds that a graceful stop waits for running jobs. */
const STOP_MS = 15_000;
/** Dead jobs that one statement puts back. */
const REDRIVEN = 1000;

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

/** pg-boss sometimes sends several statements in one text; pg then answers with one result for each. */
function asBossDatabase(client: Queryable): {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }>;
} {
  return {
    async executeSql(text, values) {
      const result = (await client.query(text, values)) as Result | Result[];
      const rows = Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows;
      return { rows: rows as never[] };
    },
  };
}

/**
 * Requeues the jobs of a killed process; those without an attempt left fail by their timeout. Not where other processes
 * may be running jobs: pg-boss finds lost ones by their heartbeat every minute.
 */
const takeLost = (db: Database, names: readonly string[]): Promise<object[]> =>
  db.rows(sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now()
    WHERE name = ANY(${names}::text[]) AND state = 'active' AND retry_count < retry_limit
      AND (${db.isAlone} OR heartbeat_on + heartbeat_seconds * interval '1 second' < now())`);

/** INSERT statements of pg-boss by queue, cut at their one parameter. */
function makeInserts(boss: PgBoss): (name: string) => Promise<readonly [SQL, SQL]> {
  const inserts = new Map<string, readonly [SQL, SQL]>();
  return async (name) => {
    const cached = inserts.get(name);
    if (cached) return cached;
    // Captures the statement of `send` without running it.
    const statements: string[] = [];
    await boss.send(name, {}, { db: { executeSql: async (text) => (statements.push(text), { rows: [] }) } });
    const [before, after, ...rest] = (statements[0] ?? '').split('$1');
    if (before === undefined || after === undefined || rest.length > 0)
      throw new Error('A job is not added by one statement with one value.');
    const insert = [sql.raw(before), sql.raw(after)] as const;
    inserts.set(name, insert);
    return insert;
  };
}

/**
 * Transactional outbox on pg-boss: jobs are rows, so they commit with what causes them and survive any crash. Workers are
 * woken through the bus right after the commit; one poll for all queues finds the rest.
 */
export function makeJobs(options: {
  db: Database;
  bus: Bus;
  log: Logger;
  outages: Pick<Outages, 'note'>;
  jobs: readonly Job[];
  crons: readonly Cron[];
}): JobService {
  const { db, bus, log, outages, jobs, crons } = options;
  const boss = new PgBoss({
    db: asBossDatabase(db.pool),
    schema: SCHEMA,
    cronMonitorIntervalSeconds: 30,
    clockMonitorIntervalSeconds: 600,
    superviseIntervalSeconds: 60,
    maintenanceIntervalSeconds: 600,
    monitorVacuum: true,
    reindex: true,
  });
  // While the database cannot be used every poll of every queue fails: a dozen times a second.
  const onError = (error: unknown): void => {
    // pg-boss copies some errors into plain objects.
    const { message, code } = error as { message?: unknown; code?: unknown };
    const whole = error instanceof Error ? error : Object.assign(new Error(String(message)), { code });
    if (outages.note(whole) === null) log.error({ err: error }, 'job queue error');
  };
  boss.on('error', onError);
  const known = new Set(jobs.map((job) => job.name));
  const workers = makeWorkers({ boss, db, log, jobs, onError });
  bus.on('jobs', (name) => workers.wake([String(name)]));
  bus.onGap(() => void workers.wakeDue());

  const prepare = async (): Promise<void> => {
    await boss.start();
    await makeQueues(boss, jobs);
    await makeSchedules(boss, crons);
  };

  const insertOf = makeInserts(boss);
  return {
    async enqueueWith(job, payload, when) {
      if (!known.has(job.name)) throw new Error(`The job ${job.name} is in no feature of this site.`);
      const [before, after] = await insertOf(job.name);
      const added = JSON.stringify([{ data: payload }]);
      return {
        part: sql`${before}(CASE WHEN ${when} THEN ${added} ELSE '[]' END)${after}`,
        added: () => bus.send('jobs', job.name),
      };
    },
    async enqueue(tx, job, payload, enqueueOptions = {}) {
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
      await takeLost(db, [...known]);
      await workers.start(ctx);
    },
    stop() {
      workers.stop();
      return boss.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
    idle: () => whenIdle(db, workers.wake),
    ...inspection(db),
    async retry(id, tx) {
      const name = await deadName(tx ?? db, id);
      const isBack = (await boss.redrive(DEAD, { ids: [id], ...(tx && { db: asBossDatabase(tx.client) }) })) === 1;
      if (isBack && name !== null) {
        if (tx) tx.afterCommit(() => bus.send('jobs', name));
        else bus.send('jobs', name);
      }
      return isBack;
    },
    async retryAll(name, tx) {
      const due = (await deadNames(tx)).filter((each) => known.has(each) && (name === undefined || each === name));
      let count = 0;
      for (const sourceName of due) {
        for (let moved = REDRIVEN; moved === REDRIVEN; count += moved)
          moved = await boss.redrive(DEAD, { sourceName, limit: REDRIVEN, db: asBossDatabase(tx.client) });
        tx.afterCommit(() => bus.send('jobs', sourceName));
      }
      return count;
    },
    scheduled: () => crons.map(({ job, schedule }) => ({ name: job.name, schedule })),
    async runNow(name) {
      if (!crons.some(({ job }) => job.name === name)) return false;
      await boss.send(name, {});
      bus.send('jobs', name);
      return true;
    },
  };
}
