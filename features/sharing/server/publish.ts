import type { TopicName } from '#site/contract/contract.ts';
import type { SharingPath } from '#content/core/contract/shared-kinds.ts';
import { contentLive } from '#content/core/server/live.ts';
import type { Descriptor } from './descriptors.ts';

type ItemTopic = Extract<TopicName, `${Descriptor['topic']}:${string}`>;
type ListTopic = SharingPath extends `/${infer Name}` ? Extract<TopicName, Name> : never;

/** The live events of the things of a type, and of its list, whose topic has the name of its address. */
export const sharingLive = ({ topic, path }: Descriptor) =>
  contentLive((id): ItemTopic => `${topic}:${id}`, path.slice(1) as ListTopic);
