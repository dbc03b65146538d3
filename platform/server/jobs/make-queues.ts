import type { PgBoss } from 'pg-boss';
import type { Cron, Job } from './job.ts';

/** Queue of the jobs that failed for good. */
export const DEAD = 'dead';
/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** Seconds without a sign of life after which a running job counts as lost with its process. */
const SILENCE_SECONDS = 60;
/** A dead job stays for a month. */
const KEEP_DEAD_SECONDS = 30 * 86_400;

/** Whether every value of one thing is so in another. */
function isEvery(wanted: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(wanted).every(([name, value]) => values.get(name) === value);
}

/** Makes the queues of jobs, and that of dead ones, or brings them to what the jobs say. */
export async function makeQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.createQueue(DEAD, { retentionSeconds: KEEP_DEAD_SECONDS });
  await boss.findJobs(DEAD, { id: NO_JOB });
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const wanted = {
      deadLetter: DEAD,
      retryLimit: job.retries ?? 5,
      retryDelay: 30,
      retryBackoff: true,
      retryDelayMax: 3600,
      expireInSeconds: job.timeoutSeconds ?? 300,
      heartbeatSeconds: SILENCE_SECONDS,
      deleteAfterSeconds: 600,
    };
    const queue = existing.get(job.name);
    // As on nearly every start: thirty statements less before the first request.
    if (queue && isEvery(wanted, queue)) continue;
    if (queue) await boss.updateQueue(job.name, wanted);
    else await boss.createQueue(job.name, { ...wanted, policy: job.singleton ? 'short' : 'standard' });
    // Any question about a queue makes pg-boss remember it, as its start does with those that are there. Otherwise
    // the first job of a transaction would query its queue on the pool.
    await boss.findJobs(job.name, { id: NO_JOB });
  }
}

/** Makes the schedules of crons, and ends those of crons that are no more. */
export async function makeSchedules(boss: PgBoss, crons: readonly Cron[]): Promise<void> {
  const schedules = new Map((await boss.getSchedules()).map((one) => [one.name, one]));
  for (const { job, schedule } of crons) {
    const one = schedules.get(job.name);
    schedules.delete(job.name);
    if (!one || one.cron !== schedule) await boss.schedule(job.name, schedule, {}, { tz: 'UTC' });
  }
  for (const old of schedules.keys()) await boss.unschedule(old);
}
