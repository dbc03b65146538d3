import type { Feature } from '#server/platform/feature.ts';
import { countDaysJob } from './jobs.ts';
import { siteSettingRoutes, staffRoutes } from './routes.ts';

/** The admin panel: what it needs of several features at once. */
export const staffFeature: Feature = {
  name: 'staff',
  routes: [...staffRoutes, ...siteSettingRoutes],
  jobs: [countDaysJob],
  crons: [{ schedule: '27 * * * *', job: countDaysJob }],
};
