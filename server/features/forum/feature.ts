import type { Feature } from '#server/platform/feature.ts';
import { bannerKind } from './banner.ts';
import { forumDocuments } from './documents.ts';
import { forumCrons, forumJobs } from './jobs.ts';
import { postKind, replyKind } from './kind.ts';
import { forumTopicRules } from './live.ts';
import { startRerender } from './rerender.ts';
import { forumDoors } from './routes.ts';

/** Posts and replies. */
export const forumFeature: Feature = {
  name: 'forum',
  doors: forumDoors,
  documents: forumDocuments,
  jobs: forumJobs,
  crons: forumCrons,
  topics: forumTopicRules,
  kinds: [postKind, replyKind, bannerKind],
  // A new version of the renderer reaches what was written before it.
  start: async (ctx) => void (await startRerender(ctx)),
};
