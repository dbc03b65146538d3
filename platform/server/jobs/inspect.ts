import { type Database, type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { DEAD } from './make-queues.ts';
import type { Jobs, QueueFigures, WaitingJob } from './queue.ts';

/** Jobs that are counted for the admin panel. */
const COUNTED = 100_000;

/** The queues among these that have a job that is due. Reads one row of each, however many wait. */
export async function dueQueues(db: Database, names: readonly string[]): Promise<string[]> {
  const due = await db.rows<{ name: string }>(sql`
    SELECT queue.name FROM unnest(${names}::text[]) AS queue (name)
    WHERE EXISTS (SELECT 1 FROM pgboss.job j
      WHERE j.name = queue.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`);
  return due.map(({ name }) => name);
}

/** Waits until no job is due or running. @param wake wakes the workers of queues */
export async function whenIdle(db: Database, wake: (names: Iterable<string>) => void): Promise<void> {
  for (;;) {
    const busy = await db.rows<{ name: string; due: boolean }>(sql`
      SELECT name, bool_or(state <> 'active') AS due FROM pgboss.job
      WHERE name <> ${DEAD} AND name NOT LIKE '\\_\\_pgboss%' AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))
      GROUP BY name`);
    if (busy.length === 0) return;
    // Only these queues: polling every queue would slow down the jobs that are waited for.
    wake(busy.filter((queue) => queue.due).map((queue) => queue.name));
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The message of an error as pg-boss stores it; what is no error as it is. */
function messageOf(output: unknown): string {
  const { message } = (output ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(output ?? null);
}

/** The dead letters, newest first. */
async function deadJobs(db: Database, limit: number): ReturnType<Jobs['dead']> {
  const dead = await db.rows<{ id: string; name: string; payload: unknown; output: unknown; failed_at: Date }>(sql`
    SELECT id, coalesce(source_name, 'unknown') AS name, data AS payload, coalesce(source_output, output) AS output, created_on AS failed_at
    FROM pgboss.job WHERE name = ${DEAD} AND state = 'created' ORDER BY created_on DESC, id DESC LIMIT ${limit}`);
  return dead.map((job) => ({
    id: job.id,
    name: job.name,
    payload: job.payload,
    error: messageOf(job.output),
    failedAt: job.failed_at,
  }));
}

/** The kind of a dead job; null when it is not there. */
export async function deadName(db: Executor, id: string): Promise<string | null> {
  const [row] = await db.rows<{ name: string }>(
    sql`SELECT coalesce(source_name, 'unknown') AS name FROM pgboss.job WHERE name = ${DEAD} AND id = ${id}::uuid`,
  );
  return row?.name ?? null;
}

/** The kinds that have dead jobs. */
export async function deadNames(db: Executor): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    sql`SELECT DISTINCT source_name AS name FROM pgboss.job WHERE name = ${DEAD} AND state = 'created' AND source_name IS NOT NULL`,
  );
  return rows.map(({ name }) => name);
}

/** Gives a dead job up. */
async function dropDead(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.rows<{ name: string }>(
    sql`DELETE FROM pgboss.job WHERE name = ${DEAD} AND id = ${id}::uuid RETURNING coalesce(source_name, 'unknown') AS name`,
  );
  return row?.name ?? null;
}

/** The kinds that have a job that is not done. */
async function queueFigures(db: Database, limit: number): Promise<QueueFigures[]> {
  return await db.rows<QueueFigures>(sql`
    SELECT name, count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now() AND NOT dead)::int AS waiting,
      count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after > now() AND NOT dead)::int AS later,
      count(*) FILTER (WHERE state = 'active' AND NOT dead)::int AS running, count(*) FILTER (WHERE dead)::int AS dead,
      min(created_on) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now() AND NOT dead) AS oldest_at,
      min(start_after) FILTER (WHERE state IN ('created', 'retry') AND start_after <= now() AND NOT dead) AS due_since
    FROM (
      SELECT CASE WHEN name = ${DEAD} THEN coalesce(source_name, 'unknown') ELSE name END AS name, name = ${DEAD} AS dead, state, start_after, created_on
      FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name NOT LIKE '\\_\\_pgboss%' LIMIT ${limit}) j
    GROUP BY name ORDER BY name`);
}

/** The jobs of one kind that wait. */
async function waitingJobs(db: Database, name: string, limit: number): Promise<WaitingJob[]> {
  const waiting = await db.rows<Omit<WaitingJob, 'error'> & { readonly output: unknown }>(sql`
    SELECT id, data AS payload, created_on AS added_at, start_after AS next_at, retry_count + (state = 'retry')::int AS tries, output FROM pgboss.job
    WHERE name = ${name} AND state IN ('created', 'retry') ORDER BY created_on, id LIMIT ${limit}`);
  return waiting.map(({ output, ...job }) => ({ ...job, error: output === null ? null : messageOf(output) }));
}

/** How many jobs wait, run and are dead. */
async function jobCounts(db: Database): ReturnType<Jobs['counts']> {
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
}

/** What is known of the jobs, and the way to give a dead one up. */
export const inspection = (db: Database): Pick<Jobs, 'dead' | 'drop' | 'figures' | 'waiting' | 'counts'> => ({
  dead: (limit = 100) => deadJobs(db, limit),
  drop: dropDead,
  figures: (limit = COUNTED) => queueFigures(db, limit),
  waiting: (name, limit) => waitingJobs(db, name, limit),
  counts: () => jobCounts(db),
});
