import { forumTopics } from '#contract/forum.ts';
import { seenTopic } from '#server/features/content/topic.ts';
import { type TopicRule, topicRule } from '#server/platform/realtime/topic.ts';
import { forumPost } from './types.ts';

/** Who may listen to what in the forum. */
export const forumTopicRules: readonly TopicRule[] = [
  topicRule(forumTopics.forum, { maySubscribe: () => true }),
  seenTopic(forumPost, forumTopics['forum-post']),
];
