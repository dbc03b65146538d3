import { type MediaFile, mediaTopics } from '#content/media/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { emit } from '#platform/server/events/emit.ts';
import { type TopicRule, ownTopic } from '#platform/server/realtime/topic.ts';
import { fileProcessed, soundsAnalysed } from './events.ts';

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
  const content = await claimedBy(tx, file.id);
  if (content) {
    await ctx.kinds.get(content.kind)?.fileProcessed?.(ctx, tx, content.id);
    await emit(ctx, tx, fileProcessed, { ...content, fileId: file.id });
  }
  tx.afterCommit(() => ctx.pages.drop());
}

/** The content that has a file; null where none has. */
async function claimedBy(tx: Tx, fileId: string): Promise<{ kind: string; id: string } | null> {
  const [content] = await tx.rows<{ kind: string; id: string }>(
    sql`SELECT content_kind AS kind, content_id AS id FROM files WHERE id = ${fileId} AND state = 'claimed'`,
  );
  return content ?? null;
}

/**
 * Lets the feature that has claimed a sound or an archive show its tempo and key. The transaction holds no file yet: a
 * content is locked before its files.
 */
export async function publishSounds(ctx: Context, tx: Tx, fileId: string): Promise<void> {
  const content = await claimedBy(tx, fileId);
  if (!content) return;
  await emit(ctx, tx, soundsAnalysed, content);
  tx.afterCommit(() => ctx.pages.drop());
}
