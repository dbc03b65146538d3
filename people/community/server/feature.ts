import { z } from 'zod';
import type { Feature } from '#platform/server/feature.ts';
import { defineJob } from '#platform/server/jobs/job.ts';
import { communityRoutes } from './routes.ts';
import { countStatistics, countWhenDue, hasStatistics } from './store.ts';

const countJob = defineJob({
  name: 'community.count-statistics',
  payload: z.object({}),
  async run(ctx) {
    // Visitors' pages show these numbers, and live for seconds: they are not dropped for them.
    await countWhenDue(ctx.db, ctx.clock.now());
  },
});

/** Statistics, members and leaderboards. */
export const communityFeature: Feature = {
  name: 'community',
  routes: communityRoutes,
  // A job counts; a new member outdates every page.
  pageTopics: { 'GET /community/statistics': () => [], 'GET /community/newest-members': () => [] },
  jobs: [countJob],
  crons: [{ schedule: '* * * * *', job: countJob }],
  // Only on an empty site: a large one starts without counting.
  async start(ctx) {
    if (!(await hasStatistics(ctx.db))) await countStatistics(ctx.db, ctx.clock.now());
  },
};
