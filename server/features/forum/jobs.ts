import { z } from 'zod';
import { forum } from '#contract/limits.ts';
import { type Cron, type Job, defineJob } from '#server/platform/jobs/job.ts';
import { purgeRemoved } from './posts-store.ts';
import { rerenderJob } from './rerender.ts';
import {
  followNoticesJob,
  followPartingJob,
  notifyPostJob,
  notifyReactionsJob,
  notifyReplyJob,
  notifyWatchersJob,
} from './telling.ts';

const purgeJob = defineJob({
  name: 'forum.purge-removed',
  payload: z.object({}),
  timeoutSeconds: 600,
  async run(ctx) {
    await purgeRemoved(ctx, new Date(ctx.clock.now().getTime() - forum.purgeAfterDays * 86_400_000));
  },
});

export const forumJobs: readonly Job[] = [
  notifyPostJob,
  notifyReplyJob,
  notifyWatchersJob,
  notifyReactionsJob,
  followNoticesJob,
  followPartingJob,
  purgeJob,
  rerenderJob,
];
export const forumCrons: readonly Cron[] = [{ schedule: '41 3 * * *', job: purgeJob }];
