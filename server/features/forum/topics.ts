import { seenTopic } from '#server/features/content/topic.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { forumPost } from './types.ts';

/** Who may listen to what in the forum. */
export const forumTopicRules: readonly TopicRule[] = [
  { pattern: 'forum', maySubscribe: () => true },
  seenTopic(forumPost, 'forum-post:{postId}', 'postId'),
];
