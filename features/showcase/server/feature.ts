import type { Feature } from '#platform/server/feature.ts';
import { showcaseCrons, showcaseJobs } from './jobs.ts';
import { showcaseKind } from './kind.ts';
import { showcaseRoutes } from './routes.ts';

/** Artists at Spotify that members have connected, ranked by followers. */
export const showcaseFeature: Feature = {
  name: 'showcase',
  routes: showcaseRoutes,
  jobs: showcaseJobs,
  crons: showcaseCrons,
  kinds: [showcaseKind],
};
