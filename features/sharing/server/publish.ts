import type { EventData, EventName, TopicName } from '#site/contract/contract.ts';
import type { SharingPath } from '#content/core/contract/shared-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Descriptor } from './descriptors.ts';

type ItemTopic = Extract<TopicName, `${Descriptor['topic']}:${string}`>;
type ListTopic = SharingPath extends `/${infer Name}` ? Extract<TopicName, Name> : never;

/** The topic of one open thing. */
export const itemTopic = ({ topic }: Descriptor, id: string): ItemTopic => `${topic}:${id}`;
/** The topic of a list, which has the name of its address. */
export const listTopic = ({ path }: Descriptor): ListTopic => path.slice(1) as ListTopic;

/** Publishes an event to open pages of a thing, numbered; and outdates cached pages. Events carry ids, never text. */
export async function publishToItem<E extends Exclude<EventName<ItemTopic>, 'likes_changed'>>(
  ctx: Context,
  tx: Tx,
  descriptor: Descriptor,
  itemId: string,
  type: E,
  data: EventData<ItemTopic, E>,
): Promise<number> {
  const topic = itemTopic(descriptor, itemId);
  const seq = await ctx.realtime.publish(tx, topic, type, data);
  const isAdded = type === 'reply_created';
  tx.afterCommit(() => ctx.pages.outdate([topic, listTopic(descriptor)], isAdded ? 'added' : 'changed'));
  return seq;
}

/** The event of a new reply, for the statement that writes it: as `publishToItem`. */
export function publishReply(
  ctx: Context,
  descriptor: Descriptor,
  reply: { id: string; authorId: string; parentId: string },
) {
  const { id, authorId, parentId } = reply;
  const topic = itemTopic(descriptor, parentId);
  const { parts, sent } = ctx.realtime.publishWith(topic, 'reply_created', { id, authorId });
  return {
    parts,
    sent(seq: number) {
      sent(seq);
      ctx.pages.outdate([topic, listTopic(descriptor)], 'added');
    },
  };
}

/** Announces a changed count of likes to open pages of an item, after the commit. It takes no lock. */
export function announceLikes(ctx: Context, tx: Tx, descriptor: Descriptor, id: string, likeCount: number): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(itemTopic(descriptor, id), 'likes_changed', { id, likeCount });
    ctx.pages.outdate([itemTopic(descriptor, id), listTopic(descriptor)], 'added');
  });
}

/** Announces a change to open lists, after the commit. */
export function announceList<E extends EventName<ListTopic>>(
  ctx: Context,
  tx: Tx,
  descriptor: Descriptor,
  type: E,
  data: EventData<ListTopic, E>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(listTopic(descriptor), type, data);
    ctx.pages.outdate([listTopic(descriptor)], type === 'item_created' ? 'added' : 'changed');
  });
}
