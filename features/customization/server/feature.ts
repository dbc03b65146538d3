import { rightsChanged } from '#people/ledger/server/events.ts';
import { fileProcessed } from '#content/media/server/events.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { statistics } from './events.ts';
import { customizationJobs, followAllRightsJob, followChangedRights, profileFileProcessed } from './jobs.ts';
import { profileKind } from './kind.ts';
import { profileTopicRules } from './live.ts';
import { customizationRoutes } from './routes.ts';
import { NOBODY, seedDecorations, membersWithNameStyle } from './store.ts';

/** What members make their profiles of, the page that shows it, and the hover card. */
export const customizationFeature: Feature = {
  name: 'customization',
  routes: customizationRoutes,
  jobs: customizationJobs,
  topics: profileTopicRules,
  asks: [statistics],
  on: [on(rightsChanged, followChangedRights), on(fileProcessed, profileFileProcessed)],
  async start(ctx) {
    await seedDecorations(ctx.db, ctx.clock.now());
    // What the operator has made free may be another since the last start.
    const first = await membersWithNameStyle(ctx.db, NOBODY, 1);
    if (first.length > 0) await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, followAllRightsJob, {}));
  },
  kinds: [profileKind],
};
