import { profileTopics } from '#people/profiles/contract/endpoints.ts';
import { isId } from '#platform/server/ids.ts';
import { type TopicRule, topicRule } from '#platform/server/realtime/topic.ts';
import { maySeeProfile } from './page.ts';

/** Whoever may see a profile may subscribe to its topic. */
export const profileTopicRules: readonly TopicRule[] = [
  topicRule(profileTopics.profile, {
    maySubscribe: async (ctx, viewer, { profileId }) =>
      isId(profileId) && (await maySeeProfile(ctx, viewer, profileId)),
  }),
];
