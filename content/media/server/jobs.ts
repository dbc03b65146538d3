import { z } from 'zod';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { analyseArchiveJob } from './archives/analysis-job.ts';
import { cleanFiles, cleanOrphans } from './cleaning.ts';
import { processingJobs } from './processing/processing-job.ts';
import { analyseSoundsJob } from './sounds/analysis-job.ts';

const nothing = z.object({});

const cleanJob = defineJob({
  name: 'media.clean',
  payload: nothing,
  timeoutSeconds: 3000,
  run: cleanFiles,
});

const orphansJob = defineJob({
  name: 'media.clean-orphans',
  payload: nothing,
  timeoutSeconds: 20_000,
  run: cleanOrphans,
});

export const mediaJobs: readonly Job[] = [...processingJobs, analyseArchiveJob, analyseSoundsJob, cleanJob, orphansJob];
export const mediaCrons: readonly Cron[] = [
  { schedule: '23 * * * *', job: cleanJob },
  { schedule: '7 4 * * *', job: orphansJob },
];
