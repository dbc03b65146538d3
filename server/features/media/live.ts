import { type MediaFile, mediaTopics } from '#contract/media.ts';
import type { Context } from '#server/context.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import { emit } from '#server/platform/events/emit.ts';
import { type TopicRule, ownTopic } from '#server/platform/realtime/topic.ts';
import { fileProcessed } from './events.ts';

/** News of one's own files: one's own pages only. */
export const mediaTopicRules: readonly TopicRule[] = [ownTopic(mediaTopics.files)];

/**
 * Notifies the owner's pages that a file has been processed, and the feature that has claimed it since; and drops visitors'
 * cached pages that show it.
 */
export async function publishFileChanged(
  ctx: Context,
  tx: Tx,
  file: { id: string; ownerId: string; processing: MediaFile['processing'] },
): Promise<void> {
  await ctx.realtime.publish(tx, `files:${file.ownerId}`, 'file_changed', { id: file.id, processing: file.processing });
  const [content] = await tx.rows<{ kind: string; id: string }>(
    sql`SELECT content_kind AS kind, content_id AS id FROM files WHERE id = ${file.id} AND state = 'claimed'`,
  );
  if (content) {
    await ctx.kinds.get(content.kind)?.fileProcessed?.(ctx, tx, content.id);
    await emit(ctx, tx, fileProcessed, content);
  }
  tx.afterCommit(() => ctx.pages.drop());
}
