import type { Context } from '#server/context.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { type Actor, audit } from '#server/features/safety/store.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { removeComment, removeUpload, restoreComment, restoreUpload } from './actions.ts';
import type { CommentGate } from './comments-store.ts';
import type { UploadGate } from './uploads-store.ts';

/**
 * Acts on what members shared, by its author or somebody else who may. Who may is decided before. What is done to
 * another's stands in the audit log, and its author is told.
 */
async function noteRemoval(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  act: { kind: 'upload' | 'upload_comment'; id: string; authorId: string; reason: string; title: string },
): Promise<void> {
  if (actor?.profileId === act.authorId) return;
  const action = `${act.kind}.remove`;
  await audit(ctx, tx, actor, { action, targetKind: act.kind, targetId: act.id, reason: act.reason });
  await notify(ctx, tx, [act.authorId], {
    ...noticeText.removal(act.title, act.reason),
    cause: `${action}:${act.id}:${ctx.clock.now().getTime()}`,
  });
}

/** Removes an upload. @returns false when it was removed already. */
export async function takeDownUpload(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  upload: UploadGate,
  reason: string,
): Promise<boolean> {
  if (!(await removeUpload(ctx, tx, upload.id, { profileId: actor?.profileId ?? null, reason }))) return false;
  const { id, authorId } = upload;
  await noteRemoval(ctx, tx, actor, {
    kind: 'upload',
    id,
    authorId,
    reason,
    title: `Your upload "${upload.title}"`,
  });
  return true;
}

/** Restores a removed upload. @returns false when it was not removed. */
export async function bringBackUpload(ctx: Context, tx: Tx, actor: Actor, upload: UploadGate): Promise<boolean> {
  if (!(await restoreUpload(ctx, tx, upload.id))) return false;
  if (actor?.profileId !== upload.authorId)
    await audit(ctx, tx, actor, { action: 'upload.restore', targetKind: 'upload', targetId: upload.id });
  return true;
}

/** Removes a comment. @returns false when it was removed already. */
export async function takeDownComment(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  comment: CommentGate,
  reason: string,
): Promise<boolean> {
  if (!(await removeComment(ctx, tx, comment.id, { profileId: actor?.profileId ?? null, reason }))) return false;
  const { id, authorId } = comment;
  await noteRemoval(ctx, tx, actor, {
    kind: 'upload_comment',
    id,
    authorId,
    reason,
    title: 'Your comment',
  });
  return true;
}

/** Restores a removed comment. @returns false when it was not removed. */
export async function bringBackComment(ctx: Context, tx: Tx, actor: Actor, comment: CommentGate): Promise<boolean> {
  if (!(await restoreComment(ctx, tx, comment.id))) return false;
  if (actor?.profileId !== comment.authorId)
    await audit(ctx, tx, actor, {
      action: 'upload_comment.restore',
      targetKind: 'upload_comment',
      targetId: comment.id,
    });
  return true;
}
