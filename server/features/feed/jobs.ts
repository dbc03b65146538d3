import { z } from 'zod';
import { forum } from '#contract/limits.ts';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { forgetUnheard } from './plays-store.ts';
import { purgeRemoved } from './purge.ts';
import { rerenderFeedJob } from './rerender.ts';
import { tellingJobs } from './telling.ts';

const DAY_MS = 86_400_000;

const purgeJob = defineJob({
  name: 'feed.purge-removed',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    const now = ctx.clock.now().getTime();
    await purgeRemoved(ctx, new Date(now - forum.purgeAfterDays * DAY_MS));
    await forgetUnheard(ctx.db, new Date(now - DAY_MS));
  },
});

export const feedJobs: readonly Job[] = [...tellingJobs, purgeJob, rerenderFeedJob];
export const feedCrons: readonly Cron[] = [{ schedule: '53 3 * * *', job: purgeJob }];
