import { statistics } from '#features/customization/server/events.ts';
import { soundsAnalysed } from '#content/media/server/events.ts';
import { answer, on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { feedDocuments } from './documents.ts';
import { feedCrons, feedJobs } from './jobs.ts';
import { feedRoutes } from './routes.ts';
import { commentKind, uploadKind, versionKind } from './subjects.ts';
import { feedPageTopics, feedTopicRules } from './topics.ts';
import { announceSounds } from './types.ts';
import { countUploadsOf } from './uploads-store.ts';

/** Uploads with their polls, likes, comments, plays and versions. */
export const feedFeature: Feature = {
  name: 'feed',
  routes: feedRoutes,
  documents: feedDocuments,
  jobs: feedJobs,
  crons: feedCrons,
  topics: feedTopicRules,
  pageTopics: feedPageTopics,
  answers: [answer(statistics, (ctx, profileId) => countUploadsOf(ctx.db, profileId))],
  on: [on(soundsAnalysed, announceSounds)],
  kinds: [uploadKind, versionKind, commentKind],
};
