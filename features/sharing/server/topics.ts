import { seenTopic } from '#content/core/server/topic.ts';
import type { PageTopics } from '#platform/server/http/route.ts';
import type { TopicRule } from '#platform/server/realtime/topic.ts';
import { itemTopic, listTopic } from './publish.ts';
import { sharedTypes } from './types.ts';

/** Who may listen to lists, and to one thing: who may see it. */
export const sharingTopicRules: readonly TopicRule[] = sharedTypes.flatMap(({ descriptor, item }) => [
  { pattern: listTopic(descriptor), maySubscribe: () => true },
  seenTopic(item, { pattern: itemTopic(descriptor, '{itemId}') }),
]);

/** Topics of changes to visitors' pages of what members share. */
export const sharingPageTopics: PageTopics = Object.fromEntries(
  sharedTypes.flatMap(({ descriptor }) => [
    [`GET ${descriptor.path}`, () => [listTopic(descriptor)]],
    ...['', '/replies'].map((part) => [
      `GET ${descriptor.path}/:itemId${part}`,
      ({ itemId }: { itemId: string }) => [itemTopic(descriptor, itemId)],
    ]),
  ]),
) as PageTopics;
