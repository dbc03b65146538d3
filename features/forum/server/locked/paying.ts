import { prices } from '#people/ledger/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import { addSale } from '#content/core/server/purchases/purchases.ts';
import { transfer } from '#people/ledger/server/actions.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { mayReadPostText } from '#features/forum/server/rules.ts';
import { type PostFacts, forumPost } from '#features/forum/server/types.ts';
import { hasUnlocked } from './unlocks-store.ts';

type Purpose = 'tip' | 'unlock';

/**
 * A published post of another member, locked until the transaction ends: always before any profile, as everything does
 * that changes both.
 * @throws {Refusal} `post_not_found`, `adults_only`, `own_post`.
 */
async function payablePost(tx: Tx, viewer: Viewer, postId: string): Promise<PostFacts> {
  const post = await requirePublished(tx, forumPost, postId, viewer, true);
  if (post.authorId === viewer.profileId) throw new Refusal('own_post');
  return post;
}

/** Pays the author, once for the cause, and notifies them. @throws {Refusal} `credits_short`, `author_gone`. */
async function pay(ctx: Context, tx: Tx, viewer: Viewer, post: PostFacts, purpose: Purpose, cause: string) {
  const result = await transfer(ctx, tx, {
    from: viewer.profileId,
    to: post.authorId,
    credits: prices[purpose],
    kind: purpose,
    cause,
  });
  if (result.outcome === 'nobody') throw new Refusal('author_gone');
  if (result.outcome === 'resting') throw new Refusal('credits_resting');
  if (result.outcome === 'short') {
    const { missing } = result;
    throw new Refusal('credits_short', {
      meta: { missing, needed: `${missing} more ${missing === 1 ? 'credit' : 'credits'}` },
    });
  }
  if (result.outcome === 'paid_before') return;
  await notify(ctx, tx, [post.authorId], {
    ...noticeText[purpose]({ text: post.title, isAdult: post.isAdult }, prices[purpose]),
    url: `/forum/post/${post.id}`,
    actorId: viewer.profileId,
    cause,
  });
}

async function creditsLeft(tx: Tx, viewer: Viewer): Promise<number> {
  const [row] = await tx.rows<{ credits: number }>(sql`SELECT credits FROM profiles WHERE id = ${viewer.profileId}`);
  return row?.credits ?? 0;
}

/**
 * Tips a post's author. The same submit again pays nothing more.
 * @returns what the member has left.
 * @throws {Refusal} `credits_short`, `own_post`, `author_gone`, …
 */
export async function tipPost(ctx: Context, viewer: Viewer, postId: string, submitId: string): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    const post = await payablePost(tx, viewer, postId);
    await pay(ctx, tx, viewer, post, 'tip', `tip:${postId}:${viewer.profileId}:${submitId}`);
    return await creditsLeft(tx, viewer);
  });
}

/**
 * Opens a locked post to a member for good. Who has unlocked it, or reads it anyway as staff, pays nothing.
 * @returns what the member has left.
 * @throws {Refusal} `credits_short`, `own_post`, `not_locked`, `author_gone`, …
 */
export async function unlockPost(ctx: Context, viewer: Viewer, postId: string): Promise<number> {
  return await ctx.db.tx(async (tx) => {
    const post = await payablePost(tx, viewer, postId);
    if (!post.isLocked && !(await hasUnlocked(tx, postId, viewer.profileId))) throw new Refusal('not_locked');
    if (!(await mayReadPostText(tx, post, viewer))) {
      const at = ctx.clock.now();
      // Who was paid back pays again; of two presses the later one finds the unlock, behind the same lock.
      await pay(ctx, tx, viewer, post, 'unlock', `unlock:${postId}:${viewer.profileId}:${at.getTime()}`);
      await addSale(tx, forumPost.sales!, { id: postId, profileId: viewer.profileId, price: prices.unlock, at });
    }
    return await creditsLeft(tx, viewer);
  });
}
