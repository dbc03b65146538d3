import type { Feature } from '#server/platform/feature.ts';
import { countDaysJob } from './jobs.ts';
import { staffRoutes } from './routes.ts';

/** The admin panel: what it needs of several features at once. */
export const staffFeature: Feature = {
  name: 'staff',
  routes: staffRoutes,
  jobs: [countDaysJob],
  crons: [{ schedule: '27 * * * *', job: countDaysJob }],
};
