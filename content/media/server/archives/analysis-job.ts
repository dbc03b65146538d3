import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';

/** Seconds that one run may take; what is left is another run's. */
export const ANALYSIS_SECONDS = 1800;

const payload = z.object({ fileId: z.uuid() });

/** Finds waveform, length, tempo and key of the sounds of an archive. Its code is loaded with the first one. */
export const analyseArchiveJob: Job<z.infer<typeof payload>> = defineJob({
  name: 'media.analyse-archive',
  payload,
  timeoutSeconds: ANALYSIS_SECONDS,
  workers: (config) => config.mediaWorkers,
  async run(ctx, { fileId }) {
    const { analyseArchive } = await import('./analyse.ts');
    await analyseArchive(ctx, fileId);
  },
});

/** Has the sounds of an archive analysed, once the transaction is committed. */
export async function enqueueAnalysis(ctx: Context, tx: Tx, fileId: string): Promise<void> {
  await ctx.jobs.enqueue(tx, analyseArchiveJob, { fileId });
}
