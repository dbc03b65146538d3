import { feedTopics } from '#contract/feed.ts';
import { seenTopic } from '#server/features/content/topic.ts';
import { type TopicRule, topicRule } from '#server/platform/realtime/topic.ts';
import { upload } from './types.ts';

/** Who may listen to what in the feed. */
export const feedTopicRules: readonly TopicRule[] = [
  topicRule(feedTopics.uploads, { maySubscribe: () => true }),
  seenTopic(upload, feedTopics.upload),
];
