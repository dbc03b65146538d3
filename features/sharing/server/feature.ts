import { fileProcessed, soundsAnalysed } from '#content/media/server/events.ts';
import { on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { archiveRoutes } from './archive-routes.ts';
import { sharingDocuments } from './documents.ts';
import { soundsOfSets } from './events.ts';
import { sharingRoutes } from './routes.ts';
import { announceSounds, downloadData, holdListed, sharingKinds } from './subjects.ts';
import { sharingPageTopics, sharingTopicRules } from './topics.ts';

/** Songs, drumkits, editing packs, leaks and self-promotion posts, with their likes, replies and downloads. */
export const sharingFeature: Feature = {
  name: 'sharing',
  routes: sharingRoutes,
  rawRoutes: archiveRoutes,
  documents: sharingDocuments,
  topics: sharingTopicRules,
  pageTopics: sharingPageTopics,
  asks: [soundsOfSets],
  on: [on(soundsAnalysed, announceSounds), on(fileProcessed, holdListed)],
  kinds: sharingKinds,
  personal: downloadData,
};
