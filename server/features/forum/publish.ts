import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** The topic of one open post. */
export const postTopic = (postId: string): string => `forum-post:${postId}`;

type PostEvent = 'reply_created' | 'reply_changed' | 'post_changed' | 'reactions_changed';

/** Publishes an event to open pages of a post, numbered; and drops cached pages. Events carry ids, never text. */
export async function publishToPost(
  ctx: Context,
  tx: Tx,
  postId: string,
  type: PostEvent,
  data: Readonly<Record<string, string>>,
): Promise<number> {
  const seq = await ctx.realtime.publish(tx, postTopic(postId), type, data);
  tx.afterCommit(() => ctx.pages.drop());
  return seq;
}

/** Announces a change to open lists, after the commit. */
export function announceList(
  ctx: Context,
  tx: Tx,
  type: 'post_created' | 'list_changed',
  data: Readonly<Record<string, string>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('forum', type, data);
    ctx.pages.drop();
  });
}
