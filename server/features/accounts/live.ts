import { accountTopics } from '#contract/accounts.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { unreadOf } from './unread.ts';

/** News for oneself: one's own pages only. Who comes is told how many notifications are unread. */
export const topics: TopicRule[] = [
  {
    pattern: accountTopics.viewer.pattern,
    maySubscribe: (_ctx, viewer, params) => viewer !== null && viewer.profileId === params['profileId'],
    greet: async (ctx, viewer) => ({ type: 'inbox', data: { unread: await unreadOf(ctx, viewer) } }),
  },
];
