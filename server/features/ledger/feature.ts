import { sql } from '#server/platform/db/database.ts';
import type { Feature } from '#server/platform/feature.ts';
import { dailyVisitJob } from './jobs.ts';
import { entitlementRows, entriesOfProfile } from './store.ts';

/** XP, credits and entitlements. */
export const ledgerFeature: Feature = {
  name: 'ledger',
  jobs: [dailyVisitJob],
  personal: {
    exportOf: async (ctx, profileId) => ({
      ledger: await entriesOfProfile(ctx.db, profileId),
      entitlements: await entitlementRows(ctx.db, profileId),
    }),
    // Entries name nobody but the shell, and keep its sums provable.
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM entitlements WHERE profile_id = ${profileId}`);
    },
  },
};
