import { statistics } from '#features/customization/server/events.ts';
import { rightsChanged } from '#people/ledger/server/events.ts';
import { answer, on } from '#platform/server/events/emit.ts';
import type { Feature } from '#platform/server/feature.ts';
import { bannerKind } from './banner/banner.ts';
import { forumDocuments } from './documents.ts';
import { notifyWatchersJob } from './notify/notify.ts';
import { followPinRight, followPinRightJob } from './list/pinning.ts';
import { countRepliesOf } from './replies.ts';
import { forumRoutes } from './routes.ts';
import { postKind, replyKind } from './subjects.ts';
import { forumPageTopics, forumTopicRules } from './topics.ts';

/** Posts and replies. */
export const forumFeature: Feature = {
  name: 'forum',
  routes: forumRoutes,
  documents: forumDocuments,
  jobs: [notifyWatchersJob, followPinRightJob],
  on: [on(rightsChanged, followPinRight)],
  topics: forumTopicRules,
  pageTopics: forumPageTopics,
  answers: [answer(statistics, async (ctx, profileId) => ({ replies: await countRepliesOf(ctx.db, profileId) }))],
  kinds: [postKind, replyKind, bannerKind],
};
