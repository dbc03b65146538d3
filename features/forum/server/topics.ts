import { forumTopics } from '#features/forum/contract/endpoints.ts';
import { seenTopic } from '#content/core/server/live.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import { type TopicRule, topicRule } from '#platform/server/realtime/topic.ts';
import { forumPost } from './types.ts';

/** Who may listen to what in the forum. */
export const forumTopicRules: readonly TopicRule[] = [
  topicRule(forumTopics.forum, { maySubscribe: () => true }),
  seenTopic(forumPost, forumTopics['forum-post']),
];

/** Topics of changes to visitors' pages of the forum. */
export const forumPageTopics: PageTopics = {
  'GET /forum/posts': () => ['forum'],
  'GET /forum/categories': () => ['forum'],
  'GET /forum/posts/:postId': ({ postId }) => [`forum-post:${postId}`],
  'GET /forum/posts/:postId/replies': ({ postId }) => [`forum-post:${postId}`],
};
