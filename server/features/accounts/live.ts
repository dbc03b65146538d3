import { accountTopics } from '#contract/accounts.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';

/** News of one's own sign-in: one's own pages only. */
export const topics: TopicRule[] = [
  {
    pattern: accountTopics.viewer.pattern,
    maySubscribe: (_ctx, viewer, params) => viewer !== null && viewer.profileId === params['profileId'],
  },
];
