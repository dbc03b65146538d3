import { accountTopics } from '#people/accounts/contract/endpoints.ts';
import { type TopicRule, topicRule } from '#platform/server/realtime/topic.ts';
import { unreadOf } from './unread.ts';

/** The topic of a member: their own pages only. A new subscriber gets the number of unread notifications. */
export const topics: readonly TopicRule[] = [
  topicRule(accountTopics.viewer, {
    maySubscribe: (_ctx, viewer, { profileId }) => viewer?.profileId === profileId,
    greet: async (ctx, viewer) => ({ type: 'inbox', data: { unread: await unreadOf(ctx, viewer) } }),
  }),
];
