import { accountTopics } from '#contract/accounts.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { unreadOf } from './unread.ts';

/** The topic of a member: their own pages only. A new subscriber gets the number of unread notifications. */
export const topics: TopicRule[] = [
  {
    pattern: accountTopics.viewer.pattern,
    maySubscribe: (_ctx, viewer, params) => viewer !== null && viewer.profileId === params['profileId'],
    greet: async (ctx, viewer) => ({ type: 'inbox', data: { unread: await unreadOf(ctx, viewer) } }),
  },
];
