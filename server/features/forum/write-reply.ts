import type { Context } from '#server/context.ts';
import {
  checkBannedWords,
  checkSpam,
  followState,
  hold,
  noteStaffEdit,
  reasonsToHold,
} from '#server/features/safety/actions.ts';
import { whyNot } from '#server/features/safety/rules/staff.ts';
import { sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import { mayReadPostText, seenPost, seenReply } from './gates.ts';
import { tellPost } from './live.ts';
import { keepVersion } from './store.ts';
import type { PostGate } from './posts-store.ts';
import { countReplies, insertReply, recentReplies, replyOfSubmit, updateReplyText } from './replies-store.ts';
import { mayEdit, nextState } from './rules.ts';
import { followNoticesJob, notifyReplyJob } from './telling.ts';
import { replyText } from './text.ts';

/**
 * Creates a reply, or holds it for staff. The same submit again answers with the first one.
 * @returns its id and, when published, the number of its live event.
 */
export async function createReply(
  ctx: Context,
  viewer: Viewer,
  postId: string,
  body: { content: string; inReplyTo?: string | undefined; submitId: string },
): Promise<{ id: string; seq: number | null }> {
  const post = await seenPost(ctx.db, postId, viewer);
  if (post.state !== 'published') throw new Refusal('post_not_found');
  try {
    return await addReply(ctx, viewer, post, body);
  } catch (error) {
    // The same form again is refused as too soon, or as there already: its reply is the answer.
    const earlier = error instanceof Refusal ? await replyOfSubmit(ctx.db, viewer.profileId, body.submitId) : null;
    if (earlier === null) throw error;
    return { id: earlier, seq: null };
  }
}

async function addReply(
  ctx: Context,
  viewer: Viewer,
  post: PostGate,
  body: { content: string; inReplyTo?: string | undefined; submitId: string },
): Promise<{ id: string; seq: number | null }> {
  if (!(await mayReadPostText(ctx.db, post, viewer))) throw new Refusal('post_locked');
  if (body.inReplyTo !== undefined) {
    const answered = await seenReply(ctx.db, body.inReplyTo, viewer);
    if (answered.postId !== post.id || answered.state !== 'published') throw new Refusal('reply_not_found');
  }
  const text = await replyText(ctx, body.content, viewer.profileId);
  await checkSpam(ctx, {
    author: viewer,
    text: text.content,
    kind: 'replies',
    recent: (since) => recentReplies(ctx.db, viewer.profileId, since),
  });
  const reasons = reasonsToHold(ctx, text.content);
  const state = reasons.length > 0 ? 'held' : 'published';
  const createdAt = ctx.clock.now();
  const id = newId(createdAt);
  const { mentioned: _, ...columns } = text;
  const seq = await ctx.db.tx(async (tx) => {
    const isNew = await insertReply(tx, {
      ...columns,
      id,
      postId: post.id,
      authorId: viewer.profileId,
      inReplyTo: body.inReplyTo ?? null,
      state,
      submitId: body.submitId,
      createdAt,
    });
    if (!isNew) throw new Refusal('post_not_found');
    if (state === 'held') {
      await hold(ctx, tx, {
        kind: 'post_reply',
        id,
        authorId: viewer.profileId,
        reasons,
        source: 'private_information',
      });
      return null;
    }
    await ctx.jobs.enqueue(tx, notifyReplyJob, { replyId: id });
    return await tellPost(ctx, tx, post.id, 'reply_created', { id, authorId: viewer.profileId });
  });
  return { id, seq };
}

/** Edits a reply, unless somebody was faster. @throws {Refusal} `edit_conflict`, `forbidden`, … */
export async function editReply(
  ctx: Context,
  viewer: Viewer,
  id: string,
  body: { content: string; baseVersion: number },
): Promise<void> {
  const before = await seenReply(ctx.db, id, viewer);
  if (!mayEdit(before, viewer) || before.postState === 'removed') throw new Refusal(whyNot(before, viewer));
  const text = await replyText(ctx, body.content, before.authorId);
  await checkBannedWords(ctx, text.content);
  const reasons = reasonsToHold(ctx, text.content);
  const editedAt = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const reply = await seenReply(tx, id, viewer, true);
    if (!mayEdit(reply, viewer)) throw new Refusal(whyNot(reply, viewer));
    if (reply.version !== body.baseVersion) throw new Refusal('edit_conflict', { meta: { version: reply.version } });
    const [old] = await tx.rows<{ content: string; created_at: Date }>(
      sql`SELECT content, created_at FROM post_replies WHERE id = ${id}`,
    );
    if (old!.content === text.content) return;
    const state = nextState(reply.state, reasons);
    const editedBy = viewer.profileId === reply.authorId ? null : viewer.profileId;
    await keepVersion(tx, {
      contentId: id,
      version: reply.version,
      content: old!.content,
      editorId: reply.authorId,
      isPrivate: reasonsToHold(ctx, old!.content).length > 0,
      isLocked: false,
      createdAt: old!.created_at,
    });
    await keepVersion(tx, {
      contentId: id,
      version: reply.version + 1,
      content: text.content,
      editorId: viewer.profileId,
      isPrivate: reasons.length > 0,
      isLocked: false,
      createdAt: editedAt,
    });
    const { mentioned: _, ...columns } = text;
    await updateReplyText(tx, id, { ...columns, state, editedAt, editedBy });
    if (reply.state === 'published' && state !== 'published') await countReplies(tx, reply.postId, -1);
    const content = { kind: 'post_reply', id, authorId: reply.authorId, editorId: editedBy };
    await followState(ctx, tx, content, reply.state, state, reasons);
    if (state !== reply.state) await ctx.jobs.enqueue(tx, followNoticesJob, { postId: reply.postId, replyId: id });
    await noteStaffEdit(ctx, tx, viewer, {
      ...content,
      version: reply.version + 1,
      action: 'reply.edit',
      what: 'your reply',
      url: `/forum/post/${reply.postId}?reply=${id}#reply-${id}`,
      isHeld: reply.state === 'published' && state === 'held',
    });
    await tellPost(ctx, tx, reply.postId, 'reply_changed', { id });
  });
}
