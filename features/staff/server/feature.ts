import { sql } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { readChecklist } from './checklist.ts';
import { countDaysJob, measureStorageJob, restoreTestJob } from './jobs.ts';
import { operationsRoutes, siteSettingRoutes, staffRoutes } from './routes.ts';

/** The admin panel: what it needs of several features at once. */
export const staffFeature: Feature = {
  name: 'staff',
  routes: [...staffRoutes, ...siteSettingRoutes, ...operationsRoutes],
  jobs: [countDaysJob, measureStorageJob, restoreTestJob],
  crons: [
    { schedule: '27 * * * *', job: countDaysJob },
    { schedule: '43 */6 * * *', job: measureStorageJob },
    { schedule: '30 * * * *', job: restoreTestJob },
  ],
  operatorState: async (ctx) => ({
    checklist: (await readChecklist(ctx)).items.map(({ key, isDone, text }) => ({ key, isDone, text })),
  }),
  personal: {
    // What was measured of a member's files is no data of its own: the files are in the export.
    exportOf: async () => ({}),
    erase: async (_ctx, tx, profileId) => {
      await tx.rows(sql`DELETE FROM storage_members WHERE profile_id = ${profileId}`);
    },
  },
};
