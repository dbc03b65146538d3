import type { Feature } from '#server/platform/feature.ts';
import { staffRoutes } from './routes.ts';

/** The admin panel: what it needs of several features at once. */
export const staffFeature: Feature = {
  name: 'staff',
  routes: staffRoutes,
};
