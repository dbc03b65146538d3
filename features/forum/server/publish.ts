import type { EventData, EventName } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';

type PostTopic = `forum-post:${string}`;

/** The topic of one open post. */
export const postTopic = (postId: string): PostTopic => `forum-post:${postId}`;

/** Publishes an event to open pages of a post, numbered; and outdates cached pages. Events carry ids, never text. */
export async function publishToPost<E extends EventName<PostTopic>>(
  ctx: Context,
  tx: Tx,
  postId: string,
  type: E,
  data: EventData<PostTopic, E>,
): Promise<number> {
  const topic = postTopic(postId);
  const seq = await ctx.realtime.publish(tx, topic, type, data);
  const isAdded = type === 'reply_created' || type === 'reactions_changed';
  tx.afterCommit(() => ctx.pages.outdate([topic, 'forum'], isAdded ? 'added' : 'changed'));
  return seq;
}

/** The event of a new reply, for the statement that writes it: as `publishToPost`. */
export function publishReply(ctx: Context, reply: { id: string; authorId: string; parentId: string }) {
  const { id, authorId, parentId } = reply;
  const topic = postTopic(parentId);
  const { parts, sent } = ctx.realtime.publishWith(topic, 'reply_created', { id, authorId });
  return {
    parts,
    sent(seq: number) {
      sent(seq);
      ctx.pages.outdate([topic, 'forum'], 'added');
    },
  };
}

/** Announces a change to open lists, after the commit. */
export function announceList<E extends EventName<'forum'>>(
  ctx: Context,
  tx: Tx,
  type: E,
  data: EventData<'forum', E>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('forum', type, data);
    ctx.pages.outdate(['forum'], type === 'post_created' ? 'added' : 'changed');
  });
}
