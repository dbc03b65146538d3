import type { Feature } from '#server/platform/feature.ts';
import { customizationJobs, followAllRightsJob } from './jobs.ts';
import { profileKind } from './kind.ts';
import { profileTopicRules } from './live.ts';
import { customizationRoutes } from './routes.ts';
import { NOBODY, seedDecorations, wishersAfter } from './store.ts';

/** What members make their profiles of, the page that shows it, and the hover card. */
export const customizationFeature: Feature = {
  name: 'customization',
  routes: customizationRoutes,
  jobs: customizationJobs,
  topics: profileTopicRules,
  async start(ctx) {
    await seedDecorations(ctx.db, ctx.clock.now());
    // What the operator has made free may be another since the last start.
    const first = await wishersAfter(ctx.db, NOBODY, 1);
    if (first.length > 0) await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, followAllRightsJob, {}));
  },
  kinds: [profileKind],
};
