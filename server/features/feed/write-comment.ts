import type { Context } from '#server/context.ts';
import { mayEdit, nextState } from '#server/features/forum/rules.ts';
import { keepEdit } from '#server/features/forum/store.ts';
import {
  checkBannedWords,
  checkSpam,
  followState,
  hold,
  noteStaffEdit,
  reasonsToHold,
} from '#server/features/safety/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import {
  commentOfSubmit,
  commentVersion,
  insertComment,
  recentComments,
  setMark,
  updateCommentText,
  type Mark,
} from './comments-store.ts';
import { openUpload, seenComment } from './gates.ts';
import { followUploadNoticesJob, notifyCommentJob } from './telling.ts';
import { tellUpload } from './live.ts';
import { mayManageTracks } from './rules.ts';
import { commentText } from './text.ts';
import { trackOf } from './tracks-store.ts';

interface Moment {
  readonly trackId: string;
  readonly ms: number;
}

/** @throws {Refusal} `track_not_found`, `invalid` for a moment after the track's end */
async function checkMoment(ctx: Context, uploadId: string, at: Moment): Promise<void> {
  const track = await trackOf(ctx.db, uploadId, at.trackId);
  if (!track) throw new Refusal('track_not_found');
  if (track.duration_ms !== null && at.ms > track.duration_ms)
    throw new Refusal('invalid', { fields: { 'at.ms': 'This is after the end of the track.' } });
}

/**
 * Creates a comment, or holds it for staff. The same submit again answers with the first one.
 * @returns its id and, when published, the number of its live event.
 */
export async function createComment(
  ctx: Context,
  viewer: Viewer,
  uploadId: string,
  body: { content: string; at?: Moment | undefined; submitId: string },
): Promise<{ id: string; seq: number | null }> {
  await openUpload(ctx.db, uploadId, viewer);
  const earlier = await commentOfSubmit(ctx.db, viewer.profileId, body.submitId);
  if (earlier !== null) return { id: earlier, seq: null };
  if (body.at) await checkMoment(ctx, uploadId, body.at);
  const text = await commentText(ctx, body.content, viewer.profileId);
  await checkSpam(ctx, {
    author: viewer,
    text: text.content,
    kind: 'replies',
    recent: (since) => recentComments(ctx.db, viewer.profileId, since),
  });
  const reasons = reasonsToHold(ctx, text.content);
  const state = reasons.length > 0 ? 'held' : 'published';
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  const authorId = viewer.profileId;
  const made = await ctx.db.tx(async (tx) => {
    const { at = null, submitId } = body;
    if (!(await insertComment(tx, { ...text, id, uploadId, authorId, at, state, submitId, createdAt }))) return null;
    if (state === 'held') {
      await hold(ctx, tx, { kind: 'upload_comment', id, authorId, reasons, source: 'private_information' });
      return { seq: null };
    }
    await ctx.jobs.enqueue(tx, notifyCommentJob, { commentId: id });
    return { seq: await tellUpload(ctx, tx, uploadId, 'comment_created', { id, authorId }) };
  });
  if (made) return { id, seq: made.seq };
  const first = await commentOfSubmit(ctx.db, authorId, body.submitId);
  if (first === null) throw new Refusal('upload_not_found');
  return { id: first, seq: null };
}

/** Edits a comment, unless somebody was faster. @throws {Refusal} `edit_conflict`, `forbidden`, … */
export async function editComment(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: { content: string; baseVersion: number },
): Promise<void> {
  const before = await seenComment(ctx.db, id, viewer);
  if (!mayEdit(before, viewer) || before.uploadState === 'removed') throw new Refusal(whyNot(before, viewer));
  const text = await commentText(ctx, body.content, before.authorId);
  await checkBannedWords(ctx, text.content);
  const reasons = reasonsToHold(ctx, text.content);
  await ctx.db.tx(async (tx) => {
    const comment = await seenComment(tx, id, viewer, true);
    if (!mayEdit(comment, viewer)) throw new Refusal(whyNot(comment, viewer));
    if (comment.version !== body.baseVersion)
      throw new Refusal('edit_conflict', { meta: { version: comment.version } });
    const old = await commentVersion(tx, id);
    if (old.content === text.content) return;
    const state = nextState(comment.state, reasons);
    const editedBy = viewer.profileId === comment.authorId ? null : viewer.profileId;
    const editedAt = ctx.clock.now();
    await keepEdit(
      tx,
      id,
      {
        version: old.version,
        content: old.content,
        authorId: old.author_id,
        isPrivate: reasonsToHold(ctx, old.content).length > 0,
        createdAt: old.created_at,
      },
      { content: text.content, editorId: viewer.profileId, isPrivate: reasons.length > 0, createdAt: editedAt },
    );
    await updateCommentText(tx, comment, { ...text, state, editedAt, editedBy });
    const content = { kind: 'upload_comment', id, authorId: comment.authorId, editorId: editedBy };
    await followState(ctx, tx, content, comment.state, state, reasons);
    if (state !== comment.state)
      await ctx.jobs.enqueue(tx, followUploadNoticesJob, { uploadId: comment.uploadId, commentId: id });
    await noteStaffEdit(ctx, tx, viewer, {
      ...content,
      version: comment.version + 1,
      action: 'upload_comment.edit',
      what: 'your comment',
      url: `/uploads/${comment.uploadId}?comment=${id}#comment-${id}`,
      isHeld: comment.state === 'published' && state === 'held',
    });
    await tellUpload(ctx, tx, comment.uploadId, 'comment_changed', { id });
  });
}

/** The upload's author marks a comment at a moment. @throws {Refusal} `comment_not_found`, `forbidden` */
export async function markComment(ctx: Context, viewer: Viewer, id: string, mark: Mark | null): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const comment = await seenComment(tx, id, viewer, true);
    const upload = { authorId: comment.uploadAuthorId, state: comment.uploadState, removedBy: null };
    if (comment.state !== 'published' || !comment.hasMoment || !mayManageTracks(upload, viewer))
      throw new Refusal('forbidden');
    await setMark(tx, id, mark);
    await tellUpload(ctx, tx, comment.uploadId, 'comment_changed', { id });
  });
}
