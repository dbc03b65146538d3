import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { features } from '#server/app.ts';
import { packageRoot } from '#server/config.ts';
import { noteBuilt } from '#server/features/search/jobs.ts';
import { makeBus } from '#server/platform/db/bus.ts';
import { makeDatabase } from '#server/platform/db/database.ts';
import { makeTemplate } from '#server/platform/db/embedded/index.ts';
import { migrate, migrationsFolder, migrationsHash } from '#server/platform/db/migrate.ts';
import { templateFile } from '#server/platform/db/template.ts';
import { makeJobs } from '#server/platform/jobs/jobs.ts';
import { sendMailJob } from '#server/platform/mail/mail.ts';
import { makeOutages } from '#server/platform/outages.ts';
import { maintenance } from '#server/platform/maintenance.ts';

/**
 * Brings an empty database forward, makes the job queues and schedules, which would take a third of a first start, and notes
 * that its search index is complete.
 */
export async function prepareDatabase(pool: pg.Pool, embedded: boolean): Promise<void> {
  await migrate(pool, migrationsFolder({ root: packageRoot() }));
  const log = pino({ level: 'warn' });
  const db = makeDatabase(pool, { embedded, onHookError: (error) => log.error({ err: error }) });
  const platform = maintenance({ db, maintain: async () => {} });
  const jobs = [sendMailJob, ...platform.jobs, ...features.flatMap((feature) => feature.jobs ?? [])];
  const crons = [...platform.crons, ...features.flatMap((feature) => feature.crons ?? [])];
  const outages = makeOutages(log);
  const service = makeJobs({ db, bus: makeBus(pool, log, outages), log, outages, jobs, crons });
  await service.prepare();
  await service.stop();
  await noteBuilt(db, new Date());
}

/**
 * Makes the embedded database's template of the present migrations in `dist/`, and removes those of older ones.
 * @param again makes it again even if it is there: the engine or the queues may have changed.
 * @returns its file.
 */
export async function ensureTemplate(again = false): Promise<string> {
  const root = packageRoot();
  const file = templateFile(root, migrationsHash(migrationsFolder({ root })));
  if (again || !existsSync(file)) await makeTemplate(file, (pool) => prepareDatabase(pool, true));
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (/^database-template-\w+\.tar$/.test(name) && name !== path.basename(file)) rmSync(path.join(folder, name));
  }
  return file;
}
