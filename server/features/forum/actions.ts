import type { Context } from '#server/context.ts';
import { recordActivity } from '#server/features/activity/store.ts';
import { award, payAgain, takeBack } from '#server/features/ledger/actions.ts';
import { closeHolds, hold } from '#server/features/safety/actions.ts';
import type { Act } from '#server/platform/content-kind.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { tellList, tellPost } from './live.ts';
import { addToPostCount, markPostPublished, markPostRemoved, markPostRestored, postGate } from './posts-store.ts';
import { replyGate, setReplyState } from './replies-store.ts';
import { followNoticesJob, notifyPostJob, notifyReplyJob } from './telling.ts';

/** Name of a post's reward in the ledger. */
const rewardCause = (postId: string): string => `forum_post:${postId}`;

/** A post stands among what its author did; who may see it there is asked of the post when it is read. */
async function notePosted(ctx: Context, tx: Tx, post: { id: string; authorId: string }): Promise<void> {
  await recordActivity(tx, {
    profileId: post.authorId,
    type: 'post',
    targetType: 'forum_post',
    targetId: post.id,
    content: 'posted in the forum',
    at: ctx.clock.now(),
  });
}

/** All that follows when a post becomes visible for the first time: reward, count, mentions, hints. */
export async function postPublished(
  ctx: Context,
  tx: Tx,
  post: { id: string; authorId: string; category: string },
): Promise<void> {
  await award(ctx, tx, post.authorId, 'forum_post', rewardCause(post.id));
  await addToPostCount(tx, post.authorId, 1);
  await notePosted(ctx, tx, post);
  await ctx.jobs.enqueue(tx, notifyPostJob, { postId: post.id });
  tellList(ctx, tx, 'post_created', { id: post.id, category: post.category });
}

/** Hides a post with its replies and takes its reward back. */
export async function removePost(ctx: Context, tx: Tx, id: string, act: Act): Promise<boolean> {
  const post = await postGate(tx, id, true);
  if (!post || post.state === 'removed') return false;
  await markPostRemoved(tx, id, { by: act.profileId, reason: act.reason, at: ctx.clock.now() });
  await closeHolds(ctx, tx, 'forum_post', id);
  if (post.state === 'published') {
    await addToPostCount(tx, post.authorId, -1);
    await takeBack(ctx, tx, post.authorId, rewardCause(id));
  }
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: id });
  await tellPost(ctx, tx, id, 'post_changed', { id });
  tellList(ctx, tx, 'list_changed', { id });
  return true;
}

/** Undoes a removal: what was published pays once again, what was held waits again. */
export async function restorePost(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const post = await postGate(tx, id, true);
  if (!post || post.state !== 'removed') return false;
  await markPostRestored(tx, id);
  if (post.stateBefore !== 'held') {
    await addToPostCount(tx, post.authorId, 1);
    await payAgain(ctx, tx, post.authorId, rewardCause(id));
  } else {
    await hold(ctx, tx, {
      kind: 'forum_post',
      id,
      authorId: post.authorId,
      reasons: ['restored before its review'],
      source: 'private_information',
    });
  }
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: id });
  await tellPost(ctx, tx, id, 'post_changed', { id });
  tellList(ctx, tx, 'list_changed', { id });
  return true;
}

/** Publishes a post that staff let through. */
export async function releasePost(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const post = await postGate(tx, id, true);
  if (!post || post.state !== 'held') return false;
  await markPostPublished(tx, id);
  await postPublished(ctx, tx, { id, authorId: post.authorId, category: post.category });
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: id });
  await tellPost(ctx, tx, id, 'post_changed', { id });
  return true;
}

/** Hides a reply; it keeps its place. */
export async function removeReply(ctx: Context, tx: Tx, id: string, act: Act): Promise<boolean> {
  const reply = await replyGate(tx, id, true);
  if (!reply || reply.state === 'removed') return false;
  await setReplyState(tx, reply, {
    state: 'removed',
    stateBefore: reply.state,
    by: act.profileId,
    reason: act.reason,
    at: ctx.clock.now(),
  });
  await closeHolds(ctx, tx, 'post_reply', id);
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: reply.postId, replyId: id });
  await tellPost(ctx, tx, reply.postId, 'reply_changed', { id });
  return true;
}

/** Undoes the removal of a reply. */
export async function restoreReply(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const reply = await replyGate(tx, id, true);
  if (!reply || reply.state !== 'removed') return false;
  await setReplyState(tx, reply, {
    state: reply.stateBefore ?? 'published',
    stateBefore: null,
    by: null,
    reason: null,
    at: null,
  });
  if (reply.stateBefore === 'held') {
    await hold(ctx, tx, {
      kind: 'post_reply',
      id,
      authorId: reply.authorId,
      reasons: ['restored before its review'],
      source: 'private_information',
    });
  }
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: reply.postId, replyId: id });
  await tellPost(ctx, tx, reply.postId, 'reply_changed', { id });
  return true;
}

/** Publishes a reply that staff let through. */
export async function releaseReply(ctx: Context, tx: Tx, id: string): Promise<boolean> {
  const reply = await replyGate(tx, id, true);
  if (!reply || reply.state !== 'held') return false;
  await setReplyState(tx, reply, { state: 'published', stateBefore: null, by: null, reason: null, at: null });
  await ctx.jobs.enqueue(tx, notifyReplyJob, { replyId: id });
  await ctx.jobs.enqueue(tx, followNoticesJob, { postId: reply.postId, replyId: id });
  await tellPost(ctx, tx, reply.postId, 'reply_created', { id, authorId: reply.authorId });
  return true;
}
