import type { PgBoss } from 'pg-boss';
import type { Cron, Job } from './job.ts';

/** The dead-letter queue. */
export const DEAD = 'dead';
/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';
/** Seconds without a heartbeat after which a running job counts as lost with its process. */
const SILENCE_SECONDS = 60;
/** A dead job stays for a month. */
const KEEP_DEAD_SECONDS = 30 * 86_400;

/** Whether every property of the first object has the same value in the second. */
function isEvery(wanted: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(wanted).every(([name, value]) => values.get(name) === value);
}

/** Creates the queues of the jobs and the dead-letter queue, or updates them to what the jobs declare. */
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
      retryDelayMax: job.longestDelaySeconds ?? 3600,
      expireInSeconds: job.timeoutSeconds ?? 300,
      heartbeatSeconds: SILENCE_SECONDS,
      deleteAfterSeconds: 600,
    };
    const queue = existing.get(job.name);
    // Unchanged on nearly every start: saves thirty statements before the first request.
    if (queue && isEvery(wanted, queue)) continue;
    if (queue) await boss.updateQueue(job.name, wanted);
    else await boss.createQueue(job.name, { ...wanted, policy: job.singleton ? 'short' : 'standard' });
    // A query about a queue makes pg-boss cache it. Otherwise the first job of a transaction would query its queue on
    // the pool.
    await boss.findJobs(job.name, { id: NO_JOB });
  }
}

/** Creates the schedules of crons, and deletes those of removed crons. */
export async function makeSchedules(boss: PgBoss, crons: readonly Cron[]): Promise<void> {
  const schedules = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const { job, schedule } of crons) {
    const existing = schedules.get(job.name);
    schedules.delete(job.name);
    if (!existing || existing.cron !== schedule) await boss.schedule(job.name, schedule, {}, { tz: 'UTC' });
  }
  for (const old of schedules.keys()) await boss.unschedule(old);
}
