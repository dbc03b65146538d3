import { statistics } from '#server/features/customization/events.ts';
import { answer } from '#server/platform/events/emit.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bannerKind } from './banner.ts';
import { forumDocuments } from './documents.ts';
import { notifyWatchersJob } from './notify.ts';
import { countRepliesOf } from './replies.ts';
import { forumRoutes } from './routes.ts';
import { postKind, replyKind } from './subjects.ts';
import { forumPageTopics, forumTopicRules } from './topics.ts';

/** Posts and replies. */
export const forumFeature: Feature = {
  name: 'forum',
  routes: forumRoutes,
  documents: forumDocuments,
  jobs: [notifyWatchersJob],
  topics: forumTopicRules,
  pageTopics: forumPageTopics,
  answers: [answer(statistics, async (ctx, profileId) => ({ replies: await countRepliesOf(ctx.db, profileId) }))],
  kinds: [postKind, replyKind, bannerKind],
};
