import { feedTopics } from '#features/feed/contract/endpoints.ts';
import { seenTopic } from '#content/core/server/live.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import { type TopicRule, topicRule } from '#platform/server/realtime/topic.ts';
import { upload } from './types.ts';

/** Who may listen to what in the feed. */
export const feedTopicRules: readonly TopicRule[] = [
  topicRule(feedTopics.uploads, { maySubscribe: () => true }),
  seenTopic(upload, feedTopics.upload),
];

/** Topics of changes to visitors' pages of the feed. Tags are counted by a job. */
export const feedPageTopics: PageTopics = {
  'GET /uploads': () => ['uploads'],
  'GET /uploads/tags': () => [],
  'GET /uploads/:uploadId': ({ uploadId }) => [`upload:${uploadId}`],
  'GET /uploads/:uploadId/comments': ({ uploadId }) => [`upload:${uploadId}`],
};
