import type { Logger } from 'pino';
import { features } from '#server/app.ts';
import { makeBus } from '#server/platform/db/bus.ts';
import type { OpenDatabase } from '#server/platform/db/open.ts';
import { makeJobs } from '#server/platform/jobs/jobs.ts';
import { sendMailJob } from '#server/platform/mail/mail.ts';
import { maintenance } from '#server/platform/maintenance.ts';
import { makeOutages } from '#server/platform/outages.ts';

/** Makes the tables and queues of jobs, as a start of the site does; no job runs. */
export async function prepareQueues(opened: OpenDatabase, log: Logger): Promise<void> {
  const { db } = opened;
  const platform = maintenance(opened);
  const outages = makeOutages(log);
  const service = makeJobs({
    db,
    bus: makeBus(db.pool, log, outages),
    log,
    outages,
    jobs: [sendMailJob, ...platform.jobs, ...features.flatMap((feature) => feature.jobs ?? [])],
    crons: [...platform.crons, ...features.flatMap((feature) => feature.crons ?? [])],
  });
  await service.prepare();
  await service.stop();
}
