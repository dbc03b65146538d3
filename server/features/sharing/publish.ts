import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Descriptor } from './descriptors.ts';

/** The topic of one open thing. */
export const itemTopic = ({ topic }: Descriptor, id: string): string => `${topic}:${id}`;
/** The topic of a list, which has the name of its address. */
export const listTopic = ({ path }: Descriptor): string => path.slice(1);

/** Publishes an event to open pages of a thing, numbered; and drops cached pages. Events carry ids, never text. */
export async function publishToItem(
  ctx: Context,
  tx: Tx,
  descriptor: Descriptor,
  itemId: string,
  type: 'reply_created' | 'reply_changed' | 'item_changed',
  data: Readonly<Record<string, string>>,
): Promise<number> {
  const seq = await ctx.realtime.publish(tx, itemTopic(descriptor, itemId), type, data);
  tx.afterCommit(() => ctx.pages.drop());
  return seq;
}

/** Announces a changed count of likes to open pages of a thing, after the commit. Many at once wait for nothing here. */
export function announceLikes(ctx: Context, tx: Tx, descriptor: Descriptor, id: string, likeCount: number): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(itemTopic(descriptor, id), 'likes_changed', { id, likeCount });
    ctx.pages.drop();
  });
}

/** Announces a change to open lists, after the commit. */
export function announceList(
  ctx: Context,
  tx: Tx,
  descriptor: Descriptor,
  type: 'item_created' | 'item_changed',
  data: Readonly<Record<string, string>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(listTopic(descriptor), type, data);
    ctx.pages.drop();
  });
}
