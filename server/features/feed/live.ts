import { feedTopics } from '#contract/feed.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/ids.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';
import { checkUploadSeen } from './gates.ts';
import { uploadGate } from './uploads-store.ts';

/** The topic of one open upload. */
export const uploadTopic = (uploadId: string): string => `upload:${uploadId}`;

export const feedTopicRules: readonly TopicRule[] = [
  { pattern: feedTopics.uploads.pattern, maySubscribe: () => true },
  {
    pattern: feedTopics.upload.pattern,
    async maySubscribe(ctx, viewer, params) {
      const id = params['uploadId'] ?? '';
      if (!isId(id)) return false;
      try {
        // The socket may be older than the block.
        await checkUploadSeen(ctx.db, await uploadGate(ctx.db, id), viewer && { ...viewer, hasBlocks: true });
        return true;
      } catch {
        return false;
      }
    },
  },
];

/** Tells open pages of an upload, numbered; and lets visitors' pages be made anew. Events carry ids, never text. */
export async function tellUpload(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: 'comment_created' | 'comment_changed' | 'upload_changed',
  data: Readonly<Record<string, string>>,
): Promise<number> {
  const seq = await ctx.realtime.publish(tx, uploadTopic(uploadId), type, data);
  tx.afterCommit(() => ctx.pages.drop());
  return seq;
}

/** A hint to open pages of an upload, after the commit: its counts have changed. Many at once wait for nothing here. */
export function hintUpload(
  ctx: Context,
  tx: Tx,
  uploadId: string,
  type: 'likes_changed' | 'votes_changed',
  data: Readonly<Record<string, string | number>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(uploadTopic(uploadId), type, data);
    ctx.pages.drop();
  });
}

/** A hint to open feeds, after the commit. */
export function hintFeed(
  ctx: Context,
  tx: Tx,
  type: 'upload_created' | 'upload_changed',
  data: Readonly<Record<string, string>>,
): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(feedTopics.uploads.pattern, type, data);
    ctx.pages.drop();
  });
}
