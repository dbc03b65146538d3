import { z } from 'zod';
import { type Cron, type Job, defineJob } from '#platform/server/jobs/job.ts';
import { forgetPlays } from './plays/plays-store.ts';

/** Deletes plays that were begun a day ago and never heard, and evidence that is too old. */
const forgetUnheardJob = defineJob({
  name: 'feed.forget-unheard',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    await forgetPlays(ctx.db, ctx.clock.now());
  },
});

export const feedJobs: readonly Job[] = [forgetUnheardJob];
export const feedCrons: readonly Cron[] = [{ schedule: '53 3 * * *', job: forgetUnheardJob }];
