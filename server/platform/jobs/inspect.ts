import type { PgBoss } from 'pg-boss';
import { type Database, sql } from '#server/platform/db/database.ts';
import { DEAD } from './make-queues.ts';
import type { Jobs } from './queue.ts';

/** Waits until no job is due or running. @param wake wakes the workers of queues */
export async function whenIdle(db: Database, wake: (names: Iterable<string>) => void): Promise<void> {
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
}

/** The jobs that failed for good. */
export async function deadJobs(boss: PgBoss, limit: number): ReturnType<Jobs['dead']> {
  const found = await boss.findJobs<object>(DEAD);
  return found.slice(0, limit).map((job) => ({
    id: job.id,
    name: job.sourceName ?? 'unknown',
    payload: job.data,
    error: JSON.stringify(job.sourceOutput ?? job.output ?? null),
    failedAt: job.createdOn,
  }));
}

/** How many jobs wait, run and are dead. */
export async function jobCounts(db: Database): ReturnType<Jobs['counts']> {
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
