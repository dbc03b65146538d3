import { mediaTopics } from '#contract/media.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';

/** News of one's own files: one's own pages only. */
export const mediaTopicRules: readonly TopicRule[] = [
  {
    pattern: mediaTopics.files.pattern,
    maySubscribe: (_ctx, viewer, params) => viewer !== null && viewer.profileId === params['profileId'],
  },
];

/** Tells the owner's pages that a file has been examined; and lets visitors' pages that show it be made anew. */
export async function tellFileChanged(
  ctx: Context,
  tx: Tx,
  file: { id: string; ownerId: string; processing: string },
): Promise<void> {
  await ctx.realtime.publish(tx, `files:${file.ownerId}`, 'file_changed', { id: file.id, processing: file.processing });
  tx.afterCommit(() => ctx.pages.drop());
}
