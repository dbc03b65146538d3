import { z } from 'zod';
import type { Feature } from '#server/platform/feature.ts';
import { defineJob } from '#server/platform/jobs/job.ts';
import { communityDoors } from './routes.ts';
import { countStatistics } from './store.ts';

const countJob = defineJob({
  name: 'community.count-statistics',
  payload: z.object({}),
  async run(ctx) {
    await countStatistics(ctx.db, ctx.clock.now());
  },
});

/** Statistics and newest members. */
export const communityFeature: Feature = {
  name: 'community',
  doors: communityDoors,
  jobs: [countJob],
  crons: [{ schedule: '*/5 * * * *', job: countJob }],
  start: (ctx) => countStatistics(ctx.db, ctx.clock.now()),
};
