import { z } from 'zod';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { forgetUnheard } from './plays-store.ts';

const DAY_MS = 86_400_000;

/** Plays that were begun a day ago and never counted are nothing. */
const forgetUnheardJob = defineJob({
  name: 'feed.forget-unheard',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    await forgetUnheard(ctx.db, new Date(ctx.clock.now().getTime() - DAY_MS));
  },
});

export const feedJobs: readonly Job[] = [forgetUnheardJob];
export const feedCrons: readonly Cron[] = [{ schedule: '53 3 * * *', job: forgetUnheardJob }];
