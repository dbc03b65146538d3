import { z } from 'zod';
import type { FileKind } from '#content/media/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import type { EnqueueOptions, JobType } from '#platform/server/jobs/queue.ts';

/**
 * The queues of files, for those who enqueue; what does the work is in `jobs.ts`, and its libraries are loaded with the
 * first job.
 */
const payload = z.object({ fileId: z.uuid() });
type FileJob = JobType<z.infer<typeof payload>>;

/** Seconds that processing may take. */
export const PROCESSING_SECONDS = 1800;
/** Seconds that one run of an analysis may take; what is left is another run's. */
export const ANALYSIS_SECONDS = 1800;

const processingQueue = (name: string): FileJob => ({ name, payload, timeoutSeconds: PROCESSING_SECONDS });

/**
 * Processing, by kind of file. Each has a queue of its own: a picture (a second) and a sound (seconds) do not wait for half
 * an hour behind somebody's film.
 */
export const processingQueues: Readonly<Record<FileKind, FileJob>> = {
  audio: processingQueue('media.process'),
  video: processingQueue('media.process-video'),
  image: processingQueue('media.process-picture'),
  archive: processingQueue('media.list-archive'),
};

/** Finds waveform, length, tempo and key of the sounds of an archive. */
export const archiveAnalysisQueue: FileJob = {
  name: 'media.analyse-archive',
  payload,
  timeoutSeconds: ANALYSIS_SECONDS,
};

/** Finds tempo and key of every sound that waits for it. */
export const soundAnalysisQueue: JobType<object> = {
  name: 'media.analyse-sounds',
  payload: z.object({}),
  timeoutSeconds: ANALYSIS_SECONDS,
  singleton: true,
};

/** Has the next step of a file done, once the transaction is committed. @param options of the job */
export async function enqueueProcessing(
  ctx: Context,
  tx: Tx,
  { id, kind }: { readonly id: string; readonly kind: FileKind },
  options: EnqueueOptions = {},
): Promise<void> {
  await ctx.jobs.enqueue(tx, processingQueues[kind], { fileId: id }, options);
}

/** Has the sounds of an archive analysed, once the transaction is committed. */
export async function enqueueArchiveAnalysis(ctx: Context, tx: Tx, fileId: string): Promise<void> {
  await ctx.jobs.enqueue(tx, archiveAnalysisQueue, { fileId });
}

/** Has the sounds that wait analysed, once the transaction is committed. */
export async function enqueueSoundAnalysis(ctx: Context, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, soundAnalysisQueue, {}, { singletonKey: 'sounds' });
}

/** Goes on after a start where sounds wait: after an update that began to look for tempo and key, too. */
export async function startSoundAnalysis(ctx: Context): Promise<void> {
  const [waiting] = await ctx.db.rows(sql`SELECT 1 AS found FROM files WHERE analysis = 'waiting' LIMIT 1`);
  if (waiting) await ctx.db.tx((tx) => enqueueSoundAnalysis(ctx, tx));
}
