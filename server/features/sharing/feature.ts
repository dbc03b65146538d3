import type { Feature } from '#server/platform/feature.ts';
import { archiveRoutes } from './archive-routes.ts';
import { sharingDocuments } from './documents.ts';
import { refundJob } from './refunds.ts';
import { sharingRoutes } from './routes.ts';
import { downloadData, sharingKinds } from './subjects.ts';
import { sharingPageTopics, sharingTopicRules } from './topics.ts';

/** Songs, drumkits, editing packs, leaks and self-promotion posts, with their likes, replies and downloads. */
export const sharingFeature: Feature = {
  name: 'sharing',
  routes: sharingRoutes,
  rawRoutes: archiveRoutes,
  documents: sharingDocuments,
  jobs: [refundJob],
  topics: sharingTopicRules,
  pageTopics: sharingPageTopics,
  kinds: sharingKinds,
  personal: downloadData,
};
