import type { Feature } from '#server/platform/feature.ts';
import { feedDocuments } from './documents.ts';
import { feedCrons, feedJobs } from './jobs.ts';
import { commentKind, uploadKind, versionKind } from './kind.ts';
import { feedTopicRules } from './live.ts';
import { startFeedRerender } from './rerender.ts';
import { feedDoors } from './routes.ts';

/** Uploads with their polls, likes, comments, plays and versions. */
export const feedFeature: Feature = {
  name: 'feed',
  doors: feedDoors,
  documents: feedDocuments,
  jobs: feedJobs,
  crons: feedCrons,
  topics: feedTopicRules,
  kinds: [uploadKind, versionKind, commentKind],
  // A new version of the renderer reaches what was written before it.
  start: async (ctx) => void (await startFeedRerender(ctx)),
};
