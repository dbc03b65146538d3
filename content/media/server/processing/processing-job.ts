import { z } from 'zod';
import type { FileKind } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { EnqueueOptions } from '#platform/server/jobs/queue.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';

/** Seconds that processing may take. */
export const PROCESSING_SECONDS = 1800;

const payload = z.object({ fileId: z.uuid() });

/** Processes a staged file. Pictures, sound and video libraries are loaded with the first one. */
function processingJob(name: string): Job<z.infer<typeof payload>> {
  return defineJob({
    name,
    payload,
    timeoutSeconds: PROCESSING_SECONDS,
    workers: (config) => config.mediaWorkers,
    async run(ctx, { fileId }) {
      const { processFile } = await import('./process.ts');
      await processFile(ctx, fileId);
    },
  });
}

/** Sound: seconds of work. */
const processSoundJob = processingJob('media.process');

/** Videos have a queue of their own: a sound does not wait for half an hour behind somebody's film. */
const processVideoJob = processingJob('media.process-video');

/** Pictures have a queue of their own: a second of work does not wait behind somebody's film. */
const processPictureJob = processingJob('media.process-picture');

/** Archives have theirs: listing one takes less than a second. */
const listArchiveJob = processingJob('media.list-archive');

/** What processes files, by queue. */
export const processingJobs: readonly Job[] = [processSoundJob, processVideoJob, processPictureJob, listArchiveJob];

/** How many files wait, or are being processed, in each queue: none too. */
export async function processingFigures(ctx: Context, state: 'waiting' | 'running'): Promise<Record<string, number>> {
  const figures = await ctx.jobs.figures();
  return Object.fromEntries(
    processingJobs.map(({ name }) => [name, figures.find((queue) => queue.name === name)?.[state] ?? 0]),
  );
}

const jobOf: Readonly<Record<FileKind, Job<z.infer<typeof payload>>>> = {
  image: processPictureJob,
  audio: processSoundJob,
  video: processVideoJob,
  archive: listArchiveJob,
};

/** Has the next step of a file done, once the transaction is committed. @param options of the job */
export async function enqueueProcessing(
  ctx: Context,
  tx: Tx,
  { id, kind }: { readonly id: string; readonly kind: FileKind },
  options: EnqueueOptions = {},
): Promise<void> {
  await ctx.jobs.enqueue(tx, jobOf[kind], { fileId: id }, options);
}
