import type { Feature } from '#server/platform/feature.ts';
import { galleryDocuments } from './documents.ts';
import { galleryCrons, galleryJobs } from './jobs.ts';
import { imageKind } from './kind.ts';
import { galleryTopicRules } from './live.ts';
import { galleryRoutes } from './routes.ts';

/** Images that members show, approved by staff. */
export const galleryFeature: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
  documents: galleryDocuments,
  jobs: galleryJobs,
  crons: galleryCrons,
  topics: galleryTopicRules,
  kinds: [imageKind],
};
