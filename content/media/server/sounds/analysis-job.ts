import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { ANALYSIS_SECONDS } from '../archives/analysis-job.ts';

/** Finds tempo and key of every sound that waits for it. Its code is loaded with the first one. */
export const analyseSoundsJob = defineJob({
  name: 'media.analyse-sounds',
  payload: z.object({}),
  timeoutSeconds: ANALYSIS_SECONDS,
  singleton: true,
  workers: (config) => Math.min(1, config.mediaWorkers),
  async run(ctx) {
    const { analyseSounds } = await import('./analyse.ts');
    await analyseSounds(ctx);
  },
});

/** Has the sounds that wait analysed, once the transaction is committed. */
export async function enqueueSoundAnalysis(ctx: Context, tx: Tx): Promise<void> {
  await ctx.jobs.enqueue(tx, analyseSoundsJob, {}, { singletonKey: 'sounds' });
}

/** Goes on after a start where sounds wait: after an update that began to look for tempo and key, too. */
export async function startSoundAnalysis(ctx: Context): Promise<void> {
  const [waiting] = await ctx.db.rows(sql`SELECT 1 AS found FROM files WHERE analysis = 'waiting' LIMIT 1`);
  if (waiting) await ctx.db.tx((tx) => enqueueSoundAnalysis(ctx, tx));
}
