import type { Context } from '#server/context.ts';
import { forgetActivity, recordActivity } from '#server/features/activity/store.ts';
import { award, payAgain, takeBack } from '#server/features/ledger/actions.ts';
import { closeHolds, hold } from '#server/features/safety/actions.ts';
import type { Act } from '#server/platform/content-kind.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { commentGate, setCommentState } from './comments-store.ts';
import { followUploadNoticesJob, notifyCommentJob, notifyUploadJob } from './telling.ts';
import { hintFeed, tellUpload } from './live.ts';
import { trendingChanged } from './trending.ts';
import { markUploadPublished, markUploadRemoved, markUploadRestored, uploadGate } from './uploads-store.ts';

/** Name of an upload's reward in the ledger. */
export const rewardCause = (uploadId: string): string => `upload:${uploadId}`;

interface Shown {
  readonly id: string;
  readonly authorId: string;
  readonly title: string;
  readonly isAdult: boolean;
  readonly hasAudio: boolean;
  readonly createdAt: Date;
}

/** An upload stands among what its author did; who may see it there is asked of the upload when it is read. */
async function noteActivity(tx: Tx, upload: Shown): Promise<void> {
  await recordActivity(tx, {
    profileId: upload.authorId,
    type: 'upload',
    targetType: 'upload',
    targetId: upload.id,
    content: `shared "${upload.title}"`,
    at: upload.createdAt,
  });
}

/** All that follows when an upload becomes visible for the first time: a song's reward, activity, mentions, hints. */
export async function uploadPublished(ctx: Context, tx: Tx, upload: Shown): Promise<void> {
  if (upload.hasAudio) await award(ctx, tx, upload.authorId, 'song', rewardCause(upload.id));
  await noteActivity(tx, upload);
  await ctx.jobs.enqueue(tx, notifyUploadJob, { uploadId: upload.id });
  tx.afterCommit(() => trendingChanged(ctx));
  hintFeed(ctx, tx, 'upload_created', { id: upload.id, authorId: upload.authorId });
}

/** What a change of an upload means for pages, activity and tags: whoever may not see it any more sees nothing of it. */
export async function uploadChanged(ctx: Context, tx: Tx, upload: Shown, isPublished: boolean): Promise<void> {
  await forgetActivity(tx, 'upload', [upload.id]);
  if (isPublished) await noteActivity(tx, upload);
  await tellUpload(ctx, tx, upload.id, 'upload_changed', { id: upload.id });
  await ctx.jobs.enqueue(tx, followUploadNoticesJob, { uploadId: upload.id });
  tx.afterCommit(() => trendingChanged(ctx));
  hintFeed(ctx, tx, 'upload_changed', { id: upload.id });
}

/** Lets open pages show what an examination has found: widths, a waveform, a length. */
export async function uploadFileExamined(ctx: Context, tx: Tx, id: string): Promise<void> {
  await tellUpload(ctx, tx, id, 'upload_changed', { id });
  hintFeed(ctx, tx, 'upload_changed', { id });
}

/** Hides an upload with all that hangs on it and takes its reward back. */
export async function removeUpload(ctx: Context, tx: Tx, id: string, act: Act): Promise<boolean> {
  const upload = await uploadGate(tx, id, true);
  if (!upload || upload.state === 'removed') return false;
  await markUploadRemoved(tx, id, { by: act.profileId, reason: act.reason, at: ctx.clock.now() });
  await closeHolds(ctx, tx, 'upload', id);
  await takeBack(ctx, tx, upload.authorId, rewardCause(id));
  await uploadChanged(ctx, tx, upload, false);
  return true;
}

/** Undoes a removal: what was published pays once again, what was held waits again. */
export async function restoreUpload(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const upload = await uploadGate(tx, id, true);
  if (!upload || upload.state !== 'removed') return false;
  await markUploadRestored(tx, id);
  const wasHeld = upload.stateBefore === 'held';
  if (wasHeld) {
    await hold(ctx, tx, {
      kind: 'upload',
      id,
      authorId: upload.authorId,
      reasons: ['restored before its review'],
      source: 'private_information',
    });
  } else if (upload.hasAudio) await payAgain(ctx, tx, upload.authorId, rewardCause(id));
  await uploadChanged(ctx, tx, upload, !wasHeld);
  return true;
}

/** Publishes an upload that staff let through. */
export async function releaseUpload(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const upload = await uploadGate(tx, id, true);
  if (!upload || upload.state !== 'held') return false;
  await markUploadPublished(tx, id);
  await uploadPublished(ctx, tx, upload);
  await tellUpload(ctx, tx, id, 'upload_changed', { id });
  return true;
}

/** Hides a comment; it keeps its place. */
export async function removeComment(ctx: Context, tx: Tx, id: string, act: Act): Promise<boolean> {
  const comment = await commentGate(tx, id, true);
  if (!comment || comment.state === 'removed') return false;
  await setCommentState(tx, comment, {
    state: 'removed',
    stateBefore: comment.state,
    by: act.profileId,
    reason: act.reason,
    at: ctx.clock.now(),
  });
  await closeHolds(ctx, tx, 'upload_comment', id);
  await ctx.jobs.enqueue(tx, followUploadNoticesJob, { uploadId: comment.uploadId, commentId: id });
  await tellUpload(ctx, tx, comment.uploadId, 'comment_changed', { id });
  return true;
}

/** Undoes the removal of a comment. */
export async function restoreComment(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const comment = await commentGate(tx, id, true);
  if (!comment || comment.state !== 'removed') return false;
  await setCommentState(tx, comment, {
    state: comment.stateBefore ?? 'published',
    stateBefore: null,
    by: null,
    reason: null,
    at: null,
  });
  if (comment.stateBefore === 'held') {
    await hold(ctx, tx, {
      kind: 'upload_comment',
      id,
      authorId: comment.authorId,
      reasons: ['restored before its review'],
      source: 'private_information',
    });
  }
  await ctx.jobs.enqueue(tx, followUploadNoticesJob, { uploadId: comment.uploadId, commentId: id });
  await tellUpload(ctx, tx, comment.uploadId, 'comment_changed', { id });
  return true;
}

/** Publishes a comment that staff let through. */
export async function releaseComment(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const comment = await commentGate(tx, id, true);
  if (!comment || comment.state !== 'held') return false;
  await setCommentState(tx, comment, { state: 'published', stateBefore: null, by: null, reason: null, at: null });
  await ctx.jobs.enqueue(tx, notifyCommentJob, { commentId: id });
  await tellUpload(ctx, tx, comment.uploadId, 'comment_created', { id, authorId: comment.authorId });
  return true;
}
