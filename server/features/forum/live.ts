import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/ids.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { checkPostSeen } from './gates.ts';
import { postGate } from './posts-store.ts';

/** The topic of one open post. */
export const postTopic = (postId: string): string => `forum-post:${postId}`;

export const forumTopicRules: readonly TopicRule[] = [
  { pattern: 'forum', maySubscribe: () => true },
  {
    pattern: 'forum-post:{postId}',
    async maySubscribe(ctx, viewer, params) {
      const id = params['postId'] ?? '';
      if (!isId(id)) return false;
      try {
        // The socket may be older than the block.
        await checkPostSeen(ctx.db, await postGate(ctx.db, id), viewer && { ...viewer, hasBlocks: true });
        return true;
      } catch {
        return false;
      }
    },
  },
];

type PostEvent = 'reply_created' | 'reply_changed' | 'post_changed' | 'reactions_changed';

/** Tells open pages of a post, numbered; and lets visitors' pages be made anew. Events carry ids, never text. */
export async function tellPost(
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

/** A hint to open lists, after the commit. */
export function tellList(
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
