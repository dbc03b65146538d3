import type { JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Context } from '#platform/server/context.ts';
import type { Database } from '#platform/server/db/database.ts';
import { dueQueues } from './inspect.ts';
import { beginRoot, endSpan, within } from '#platform/server/monitoring/tracing.ts';
import { FinalFailure, type Job } from './job.ts';

/** Milliseconds between polls, which find delayed retries and jobs of lost processes. */
const POLL_MS = 5_000;
/** Seconds between a worker's own polls, which one query for all queues replaces. */
const WORKER_POLL_SECONDS = 3600;

/** A job as pg-boss hands it over. */
interface Item {
  readonly id: string;
  readonly data: object;
  readonly signal: AbortSignal;
}

/** Runs a job, as a span of its own where there are traces. */
async function traced(job: Job, work: () => Promise<void>): Promise<void> {
  const span = beginRoot('consumer');
  let isFailed = true;
  try {
    await within(span, work);
    isFailed = false;
  } finally {
    if (span) endSpan(span, { name: job.name, facts: { 'messaging.destination.name': job.name }, isFailed });
  }
}

async function runOne(ctx: Context, log: Logger, job: Job, item: Item): Promise<JobResult> {
  try {
    await traced(job, () => job.run(ctx, job.payload.parse(item.data)));
    return { id: item.id, status: 'completed' };
  } catch (error) {
    if (ctx.outages.note(error) === null) log.warn({ err: error, job: job.name, id: item.id }, 'a job failed');
    return { id: item.id, status: error instanceof FinalFailure ? 'deadletter' : 'failed', output: error };
  }
}

/** @returns null where they must be done one by one */
async function runTogether(ctx: Context, log: Logger, job: Job, items: readonly Item[]): Promise<JobResult[] | null> {
  const { runAll } = job;
  if (!runAll || items.length < 2) return null;
  try {
    const payloads = items.map((item) => job.payload.parse(item.data));
    await traced(job, () => runAll(ctx, payloads));
    return items.map(({ id }) => ({ id, status: 'completed' }));
  } catch (error) {
    if (ctx.outages.note(error) === null)
      log.warn({ err: error, job: job.name, count: items.length }, 'jobs failed together, and are done one by one');
    return null;
  }
}

async function runBatch(ctx: Context, log: Logger, job: Job, items: readonly Item[]): Promise<JobResult[]> {
  const together = await runTogether(ctx, log, job, items);
  if (together) return together;
  const results: JobResult[] = [];
  for (const item of items) {
    // At a stop the rest is returned to the queue.
    if (item.signal.aborted) break;
    results.push(await runOne(ctx, log, job, item));
  }
  return results;
}

/** The workers of the queues in this process. */
interface Workers {
  wake(names: Iterable<string>): void;
  /** Wakes the workers of queues with a due job. */
  wakeDue(): Promise<void>;
  start(ctx: Context): Promise<void>;
  /** No queue begins to be worked on any more; pg-boss ends the workers. */
  stop(): void;
}

/** Starts the worker of a queue with its first job: of sixty queues, most have none for days. */
export function makeWorkers(options: {
  boss: PgBoss;
  db: Database;
  log: Logger;
  jobs: readonly Job[];
  onError: (error: unknown) => void;
}): Workers {
  const { boss, db, log, jobs, onError } = options;
  const known = new Map(jobs.map((job) => [job.name, job]));
  /** Of each queue that has had work. */
  const workers = new Map<string, string[]>();
  /** While jobs are worked on. */
  let working: Context | null = null;
  let poll: NodeJS.Timeout | undefined;
  const wake = (names: Iterable<string>): void => {
    for (const name of names) {
      const started = workers.get(name);
      const job = known.get(name);
      if (started) for (const worker of started) boss.notifyWorker(worker);
      // It fetches at once.
      else if (working && job) work(working, job).catch(onError);
    }
  };
  const names = [...known.keys()];
  const wakeDue = async (): Promise<void> => {
    if (working) await dueQueues(db, names).then(wake, onError);
  };

  const work = async (ctx: Context, job: Job): Promise<void> => {
    const batchSize = job.batch ?? 1;
    const how = { batchSize, perJobResults: true, pollingIntervalSeconds: WORKER_POLL_SECONDS } as const;
    const started: string[] = [];
    workers.set(job.name, started);
    for (let count = job.workers?.(ctx.config) ?? 1; count > 0; count--) {
      const worker = await boss.work<object>(job.name, how, async (items) => {
        const results = await runBatch(ctx, log, job, items);
        // There may be more: fetch again without waiting.
        if (items.length === batchSize) wake([job.name]);
        return results;
      });
      started.push(worker);
    }
  };
  const pollLater = (): void => {
    poll = setTimeout(() => {
      void wakeDue().then(() => {
        if (working) pollLater();
      });
    }, POLL_MS);
  };
  return {
    wake,
    wakeDue,
    async start(ctx) {
      working = ctx;
      await wakeDue();
      pollLater();
    },
    stop() {
      working = null;
      clearTimeout(poll);
    },
  };
}
