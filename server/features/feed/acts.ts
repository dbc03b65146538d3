import type { Poll } from '#contract/feed.ts';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { openUpload } from './gates.ts';
import { notifyLikeJob } from './telling.ts';
import { hintUpload } from './live.ts';
import { castVote, pollsOf } from './polls-store.ts';
import { presentPoll } from './present.ts';
import { setLike } from './uploads-store.ts';

/** Likes an upload, or takes the like back; the same again changes nothing. @throws {Refusal} `upload_not_found`, `adults_only` */
export async function likeUpload(ctx: Context, viewer: Viewer, id: string, on: boolean): Promise<number> {
  const upload = await openUpload(ctx.db, id, viewer);
  return await ctx.db.tx(async (tx) => {
    const liked = await setLike(tx, id, viewer.userId, on, ctx.clock.now());
    if (!liked) throw new Refusal('upload_not_found');
    if (liked.changed) {
      hintUpload(ctx, tx, id, 'likes_changed', { id, likeCount: liked.count });
      if (upload.authorId !== viewer.profileId) await ctx.jobs.enqueue(tx, notifyLikeJob, { uploadId: id });
    }
    return liked.count;
  });
}

/**
 * Votes in a poll, once for good.
 * @throws {Refusal} `upload_not_found`, `adults_only`, `not_found` for no such option, `poll_closed`, `poll_voted`
 */
export async function vote(ctx: Context, viewer: Viewer, uploadId: string, optionId: string): Promise<Poll> {
  await openUpload(ctx.db, uploadId, viewer);
  const at = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const outcome = await castVote(tx, { uploadId, userId: viewer.userId, optionId, at });
    if (outcome === 'unknown') throw new Refusal('not_found');
    if (outcome === 'closed') throw new Refusal('poll_closed');
    if (outcome === 'before') throw new Refusal('poll_voted');
    hintUpload(ctx, tx, uploadId, 'votes_changed', { id: uploadId });
  });
  const poll = (await pollsOf(ctx.db, [uploadId], viewer.userId)).get(uploadId);
  return presentPoll(poll!, ctx.clock.now());
}
