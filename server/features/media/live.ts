import { mediaTopics } from '#contract/media.ts';
import type { Context } from '#server/context.ts';
import { type Tx, sql } from '#server/platform/db/database.ts';
import type { TopicRule } from '#server/platform/realtime/topic.ts';

/** News of one's own files: one's own pages only. */
export const mediaTopicRules: readonly TopicRule[] = [
  {
    pattern: mediaTopics.files.pattern,
    maySubscribe: (_ctx, viewer, params) => viewer !== null && viewer.profileId === params['profileId'],
  },
];

/** Hears of a content whose file has come to the end of its processing, in the transaction that writes it. */
export type FileHook = (ctx: Context, tx: Tx, content: { kind: string; id: string }) => Promise<void>;
/** By database: contexts that differ in their jobs alone (the demo's) are of one site. */
const hooks = new WeakMap<object, FileHook>();

/** Registers a listener, through `app.ts`, because a lower layer does not import a higher one. */
export function onFileProcessed(ctx: Context, hook: FileHook): void {
  hooks.set(ctx.db, hook);
}

/**
 * Notifies the owner's pages that a file has been processed, and the feature that has claimed it since; and drops visitors'
 * cached pages that show it.
 */
export async function publishFileChanged(
  ctx: Context,
  tx: Tx,
  file: { id: string; ownerId: string; processing: string },
): Promise<void> {
  await ctx.realtime.publish(tx, `files:${file.ownerId}`, 'file_changed', { id: file.id, processing: file.processing });
  const hook = hooks.get(ctx.db);
  const [content] = await tx.rows<{ kind: string; id: string }>(
    sql`SELECT content_kind AS kind, content_id AS id FROM files WHERE id = ${file.id} AND state = 'claimed'`,
  );
  if (content) {
    await ctx.kinds.get(content.kind)?.fileProcessed?.(ctx, tx, content.id);
    await hook?.(ctx, tx, content);
  }
  tx.afterCommit(() => ctx.pages.drop());
}
