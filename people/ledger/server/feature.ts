import { firstVisitOfDay } from '#people/accounts/server/events.ts';
import { sql } from '#platform/server/db/database.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { firstXp, rightsChanged } from './events.ts';
import { dailyVisitJob, forgetPeriodsJob, recordVisit } from './jobs.ts';
import { grantEndedJob } from './rights.ts';
import { ledgerRoutes } from './routes.ts';
import { entitlementRows, entriesOfProfile, hasPeriods, recountPeriods } from './store.ts';

/** XP, credits and entitlements. */
export const ledgerFeature: Feature = {
  name: 'ledger',
  routes: ledgerRoutes,
  emits: [rightsChanged, firstXp],
  on: [on(firstVisitOfDay, recordVisit)],
  jobs: [dailyVisitJob, forgetPeriodsJob, grantEndedJob],
  crons: [{ schedule: '20 0 * * *', job: forgetPeriodsJob }],
  personal: {
    exportOf: async (ctx, profileId) => ({
      ledger: await entriesOfProfile(ctx.db, profileId),
      entitlements: await entitlementRows(ctx.db, profileId),
    }),
    // Entries name nobody but the shell, and keep its sums provable.
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM entitlements WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM resting_credits WHERE profile_id = ${profileId}`);
      await tx.rows(sql`DELETE FROM xp_periods WHERE profile_id = ${profileId}`);
    },
  },
  // A database from before these sums has entries and none of them.
  async start(ctx) {
    if (!(await hasPeriods(ctx.db))) await ctx.db.tx((tx) => recountPeriods(tx, ctx.clock.now()));
  },
};
