import { relationEnded } from '#people/friends/server/events.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { disputedContents, opensAlong } from './events.ts';
import { notifyFollowersJob } from './reactions/followers.ts';
import { contentNotifyJobs, recountReactionsBetweenJob } from './notify.ts';
import { purgeJob } from './maintenance/purge.ts';
import { refundJob } from './purchases/purchases.ts';
import { rerenderJob, startRerender } from './maintenance/rerender.ts';

const jobs: readonly Job[] = [...contentNotifyJobs, notifyFollowersJob, purgeJob, refundJob, rerenderJob];

/** What all member-made content shares: its jobs. Types are declared with `defineContent` by the features that have them. */
export const contentFeature: Feature = {
  name: 'content',
  jobs,
  asks: [opensAlong, disputedContents],
  on: [
    on(relationEnded, (ctx, tx, { by, other }) => ctx.jobs.enqueue(tx, recountReactionsBetweenJob, { one: by, other })),
  ],
  crons: [{ schedule: '41 3 * * *', job: purgeJob }],
  // A new version of the renderer reaches what was written before it.
  start: async (ctx) => void (await startRerender(ctx)),
};
