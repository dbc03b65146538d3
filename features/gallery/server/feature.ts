import type { Feature } from '#platform/server/feature.ts';
import { galleryDocuments } from './documents.ts';
import { galleryPageTopics, galleryTopicRules } from './live.ts';
import { galleryRoutes } from './routes.ts';
import { imageKind } from './subjects.ts';

/** Images that members show, approved by staff. */
export const galleryFeature: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
  documents: galleryDocuments,
  topics: galleryTopicRules,
  pageTopics: galleryPageTopics,
  kinds: [imageKind],
};
