import { Gauge } from 'prom-client';
import { lastBackup, lastBackupTest, lastBackupTrial, testOutcomes } from '#platform/server/backups/backup-mark.ts';
import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { Measure } from '#platform/server/feature.ts';
import type { QueueFigures } from '#platform/server/jobs/queue.ts';
import { PREFIX, registry } from './metrics.ts';

const figures = new WeakMap<Context, Promise<QueueFigures[]>>();

/** The queues. All measures of one scrape begin together, and share one query. */
function queues(ctx: Context): Promise<QueueFigures[]> {
  const running = figures.get(ctx);
  if (running) return running;
  const asked = ctx.jobs.figures().finally(() => figures.delete(ctx));
  figures.set(ctx, asked);
  return asked;
}

/** A number of each queue that has jobs. */
const byQueue = (name: string, help: string, of: (queue: QueueFigures, now: number) => number): Measure => ({
  name,
  help,
  label: 'queue',
  read: async (ctx) => {
    const now = ctx.clock.now().getTime();
    return Object.fromEntries((await queues(ctx)).map((queue) => [queue.name, of(queue, now)]));
  },
});

const secondsOf = (at: string | undefined): number => (at === undefined ? 0 : Date.parse(at) / 1000);

/** What the platform knows of a site in numbers that are read when they are asked for. */
export const siteMeasures: readonly Measure[] = [
  {
    // As programs that draw metrics expect it.
    name: 'info',
    help: 'Always 1; the label is the version of this process.',
    label: 'version',
    read: (ctx) => ({ [ctx.config.version]: 1 }),
  },
  { name: 'realtime_sockets', help: 'Open sockets.', read: (ctx) => ctx.realtime.socketCount },
  { name: 'database_connections', help: 'Connections of the pool.', read: (ctx) => ctx.db.pool.totalCount },
  {
    name: 'database_waiting',
    help: 'Queries that wait for a connection.',
    read: (ctx) => ctx.db.pool.waitingCount,
  },
  {
    name: 'database_read_only',
    help: '1 while the disk is full and nothing can be saved.',
    read: (ctx) => (ctx.db.disk.isFull ? 1 : 0),
  },
  {
    name: 'database_bytes',
    help: 'Bytes of the database on its disk.',
    read: async (ctx) => {
      const [row] = await ctx.db.rows<{ bytes: number }>(
        sql`SELECT pg_database_size(current_database())::float8 AS bytes`,
      );
      return row!.bytes;
    },
  },
  byQueue(
    'jobs_waiting',
    'Jobs that wait, by queue, also those for a later time.',
    (queue) => queue.waiting + queue.later,
  ),
  byQueue('jobs_running', 'Jobs that run, by queue.', (queue) => queue.running),
  byQueue('jobs_dead', 'Jobs that failed for good, by queue.', (queue) => queue.dead),
  byQueue(
    'jobs_due_seconds',
    'For how long a job of the queue has been due and waits; 0 where none does.',
    (queue, now) => (queue.due_since === null ? 0 : Math.max(0, now - queue.due_since.getTime()) / 1000),
  ),
  {
    name: 'backup_timestamp_seconds',
    help: 'When the last backup was made, in Unix time; 0 for never.',
    read: async ({ config }) => secondsOf((await lastBackup(config.dataDir))?.at),
  },
  {
    name: 'backup_test_timestamp_seconds',
    help: 'When a backup was last restored for a test, in Unix time; 0 for never.',
    read: async ({ config }) => secondsOf((await lastBackupTest(config.dataDir))?.at),
  },
  {
    name: 'backup_test_outcome',
    help: '1 for how the last restore test ended: passed, failed, or impossible (such as without the key).',
    label: 'outcome',
    read: async ({ config }) => {
      const last = await lastBackupTrial(config.dataDir);
      return Object.fromEntries(testOutcomes.map((outcome) => [outcome, last?.outcome === outcome ? 1 : 0]));
    },
  },
];

/** Shows measures of a site in `/metrics`, in place of those of a site before it in this process. */
export function showMeasures(ctx: Context, measures: readonly Measure[]): void {
  for (const { name, help, label, read } of measures) {
    registry.removeSingleMetric(PREFIX + name);
    new Gauge({
      name: PREFIX + name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const value = await read(ctx);
        if (typeof value === 'number') this.set(value);
        else {
          // What is not there any more has no number.
          this.reset();
          for (const [of, count] of Object.entries(value)) this.set({ [label ?? 'of']: of }, count);
        }
      },
    });
  }
}
