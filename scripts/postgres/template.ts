import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { features } from '#site/server/app.ts';
import { packageRoot } from '#platform/server/config.ts';
import { noteBuilt } from '#content/search/server/jobs.ts';
import { makeBus } from '#platform/server/db/bus.ts';
import { type Database, makeDatabase } from '#platform/server/db/database.ts';
import { migrate, migrationsFolder } from '#platform/server/db/migrate.ts';
import { makeJobs } from '#platform/server/jobs/jobs.ts';
import { sendMailJob } from '#platform/server/mail/mail.ts';
import { makeOutages } from '#platform/server/outages.ts';
import { maintenance } from '#platform/server/maintenance.ts';

/** Makes the tables and queues of jobs, as a start of the site does; no job runs. */
export async function prepareQueues(db: Database, log: Logger): Promise<void> {
  const platform = maintenance();
  const jobs = [sendMailJob, ...platform.jobs, ...features.flatMap((feature) => feature.jobs ?? [])];
  const crons = [...platform.crons, ...features.flatMap((feature) => feature.crons ?? [])];
  const outages = makeOutages(log);
  const service = makeJobs({ db, bus: makeBus(db.pool, log, outages), log, outages, jobs, crons });
  await service.prepare();
  await service.stop();
}

/**
 * Brings an empty database forward, makes the job queues and schedules, which would take a third of a first start, and notes
 * that its search index is complete.
 */
export async function prepareDatabase(pool: pg.Pool): Promise<void> {
  await migrate(pool, migrationsFolder({ root: packageRoot() }));
  const log = pino({ level: 'warn' });
  const db = makeDatabase(pool, { onHookError: (error) => log.error({ err: error }) });
  await prepareQueues(db, log);
  await noteBuilt(db, new Date());
}
