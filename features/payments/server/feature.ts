import type { Feature } from '#platform/server/feature.ts';
import { checkPricesJob, paymentCrons, paymentJobs, syncJob } from './jobs.ts';
import { paymentRoutes } from './routes.ts';
import { eraseMember, paymentsOfMember } from './store.ts';
import { testPages } from './test-pages.ts';
import { eventRoute } from './webhook.ts';

/** Purchases for money or credits, and tips. */
export const paymentsFeature: Feature = {
  name: 'payments',
  routes: paymentRoutes,
  rawRoutes: [eventRoute],
  documents: testPages,
  jobs: paymentJobs,
  crons: paymentCrons,
  personal: {
    exportOf: (ctx, profileId) => paymentsOfMember(ctx.db, profileId),
    // What still runs at the provider is ended by the job.
    async erase(ctx, tx, profileId) {
      const isCustomer = await eraseMember(tx, profileId, ctx.clock.now());
      if (isCustomer) await ctx.jobs.enqueue(tx, syncJob, { profileId, reason: 'event' }, { singletonKey: profileId });
    },
  },
  async start(ctx) {
    if (ctx.config.payments.stripe) await ctx.db.tx((tx) => ctx.jobs.enqueue(tx, checkPricesJob, {}));
  },
};
