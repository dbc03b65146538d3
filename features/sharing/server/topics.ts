import { seenTopic } from '#content/core/server/live.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import type { TopicRule } from '#platform/server/realtime/topic.ts';
import { sharedTypes } from './types.ts';

/** Who may listen to lists, and to one thing: who may see it. */
export const sharingTopicRules: readonly TopicRule[] = sharedTypes.flatMap(({ item, live }) => [
  { pattern: live.list, maySubscribe: () => true },
  seenTopic(item, { pattern: live.topicOf('{itemId}') }),
]);

/** Topics of changes to visitors' pages of what members share. */
export const sharingPageTopics: PageTopics = Object.fromEntries(
  sharedTypes.flatMap(({ descriptor, live }) => [
    [`GET ${descriptor.path}`, () => [live.list]],
    ...['', '/replies'].map((part) => [
      `GET ${descriptor.path}/:itemId${part}`,
      ({ itemId }: { itemId: string }) => [live.topicOf(itemId)],
    ]),
  ]),
) as PageTopics;
