import { z } from 'zod';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { cleanFiles, cleanOrphans } from './cleaning.ts';
import { archiveAnalysisQueue, processingQueues, soundAnalysisQueue } from './processing/queues.ts';

const nothing = z.object({});

const processingJobs = Object.values(processingQueues).map((queue) =>
  defineJob({
    ...queue,
    workers: (config) => config.mediaWorkers,
    async run(ctx, { fileId }) {
      const { processFile } = await import('./processing/process.ts');
      await processFile(ctx, fileId);
    },
  }),
);

const analyseArchiveJob = defineJob({
  ...archiveAnalysisQueue,
  workers: (config) => config.mediaWorkers,
  async run(ctx, { fileId }) {
    const { analyseArchive } = await import('./archives/analyse.ts');
    await analyseArchive(ctx, fileId);
  },
});

/** For tests, which have it run at once. */
export const analyseSoundsJob = defineJob({
  ...soundAnalysisQueue,
  workers: (config) => Math.min(1, config.mediaWorkers),
  async run(ctx) {
    const { analyseSounds } = await import('./sounds/analyse.ts');
    await analyseSounds(ctx);
  },
});

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
