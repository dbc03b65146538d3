import { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/job.ts';

/** Seconds that an examination may take. */
export const PROCESSING_SECONDS = 1800;

/** Examines a staged file. Pictures, sound and video libraries are loaded with the first one. */
export const processFileJob = defineJob({
  name: 'media.process',
  payload: z.object({ fileId: z.uuid() }),
  timeoutSeconds: PROCESSING_SECONDS,
  workers: (config) => config.mediaWorkers,
  async run(ctx, { fileId }) {
    const { examineFile } = await import('./process.ts');
    await examineFile(ctx, fileId);
  },
});

/** Has a file examined, once the transaction is committed. */
export async function enqueueProcessing(ctx: Context, tx: Tx, fileId: string): Promise<void> {
  await ctx.jobs.enqueue(tx, processFileJob, { fileId });
}
