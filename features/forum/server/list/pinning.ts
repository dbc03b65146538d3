import { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { can, rightsOf } from '#people/ledger/server/actions.ts';
import type { Doer } from '#content/moderation/server/rules/staff.ts';
import { record } from '#content/moderation/server/store.ts';
import { checkMayUndoLast } from '#content/moderation/server/rules/undoing.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { type Job, defineJob } from '#platform/server/jobs/job.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { setPinned, takePinTurn, unpinOwn } from '#features/forum/server/posts-store.ts';
import { postLive } from '#features/forum/server/publish.ts';
import { type PostFacts, forumPost } from '#features/forum/server/types.ts';

/** Pins or unpins a post. @param alone with a member's right: their other posts are unpinned */
export async function pinPost(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  post: PostFacts,
  on: boolean,
  alone: string | null,
): Promise<void> {
  await setPinned(tx, post.id, on, { by: actor?.profileId ?? null, alone });
  if (post.isPinned !== on)
    await record(ctx, tx, actor, post.authorId, {
      action: on ? 'forum_post.pin' : 'forum_post.unpin',
      targetKind: 'forum_post',
      targetId: post.id,
      details: { before: { pinned: !on }, after: { pinned: on } },
    });
  await postLive.publish(ctx, tx, post.id, 'post_changed', { id: post.id });
  postLive.announceList(ctx, tx, 'list_changed', { id: post.id });
}

/** The name of a staff decision about a pin in the audit log. */
const pinActions = ['forum_post.pin', 'forum_post.unpin'];

/**
 * Pins by a member: staff any post, others one of their own, which they may unpin without the right too.
 * @throws {Refusal} `post_not_found`, `forbidden`, `pin_not_allowed`; for staff who undo what others of staff decided as `checkMayUndo`
 */
export async function pinByMember(ctx: Context, viewer: Viewer, postId: string, on: boolean): Promise<void> {
  const mayPinOwn = isStaff(viewer) || (await can(ctx, viewer.profileId, 'pin_own_post'));
  await ctx.db.tx(async (tx) => {
    // One at a time, of many at once too: before any post is locked, so that none waits in a circle.
    if (!isStaff(viewer)) await takePinTurn(tx, viewer.profileId);
    const post = await requirePublished(tx, forumPost, postId, viewer, true);
    if (!isStaff(viewer)) {
      if (post.authorId !== viewer.profileId) throw new Refusal('forbidden');
      if (on && !mayPinOwn) throw new Refusal('pin_not_allowed');
    }
    // To take one's own post down undoes nothing that staff decided against it.
    const { id, authorId } = post;
    if (isStaff(viewer) && post.isPinned !== on && (on || authorId !== viewer.profileId))
      await checkMayUndoLast(ctx, tx, viewer, { id, authorId }, { actions: pinActions });
    await pinPost(ctx, tx, viewer, post, on, isStaff(viewer) ? null : viewer.profileId);
  });
}

/**
 * Unpins a member's own pins once their right to pin has ended. A job, because it locks posts, and who changes rights has
 * locked the profile: everything else locks posts first.
 */
export const followPinRightJob: Job<{ profileId: string; endsAt: string | null }> = defineJob({
  name: 'forum.follow-pin-right',
  payload: z.object({ profileId: z.uuid(), endsAt: z.iso.datetime().nullable() }),
  run: (ctx, { profileId, endsAt }) =>
    ctx.db.tx(async (tx) => {
      await takePinTurn(tx, profileId);
      const isHeld = (await rightsOf(ctx, tx, profileId)).has('pin_own_post');
      for (const id of isHeld ? [] : await unpinOwn(tx, profileId)) {
        await postLive.publish(ctx, tx, id, 'post_changed', { id });
        postLive.announceList(ctx, tx, 'list_changed', { id });
      }
      // This clock is behind the database's: once more at the right time.
      if (endsAt !== null && new Date(endsAt) > ctx.clock.now())
        await ctx.jobs.enqueue(tx, followPinRightJob, { profileId, endsAt }, { startAfter: new Date(endsAt) });
    }),
});

/** Unpins posts of a member who loses the right: now where it was revoked, and later when a granted one ends. */
export async function followPinRight(
  ctx: Context,
  tx: Tx,
  { profileId, endsAt }: { readonly profileId: string; readonly endsAt: Date | null },
): Promise<void> {
  const payload = { profileId, endsAt: endsAt?.toISOString() ?? null };
  await ctx.jobs.enqueue(tx, followPinRightJob, payload, endsAt ? { startAfter: endsAt } : {});
}
