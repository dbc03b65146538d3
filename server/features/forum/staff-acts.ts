import { forum } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { notify } from '#server/features/notifications/actions.ts';
import { noticeText } from '#server/features/notifications/rules.ts';
import { checkName } from '#server/features/profiles/actions.ts';
import { type Actor, audit } from '#server/features/safety/store.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { newId } from '#server/platform/ids.ts';
import { removePost, removeReply, restorePost, restoreReply } from './actions.ts';
import { type CategoryRow, freeSlug, insertCategory, updateCategory } from './categories-store.ts';
import { tellList, tellPost } from './live.ts';
import { type PostGate, setPinned } from './posts-store.ts';
import type { ReplyGate } from './replies-store.ts';
import { slugOf } from './rules.ts';

/**
 * Acts on what members wrote, by its author, by staff, or by the operator (`actor` null). Who may is decided before.
 * What is done to somebody else's text stands in the audit log.
 */

/** Staff's hand on what another member wrote: in the audit log, and told to its author. */
async function noteRemoval(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  act: { action: string; kind: string; id: string; authorId: string; reason: string; what: string },
): Promise<void> {
  if (actor?.profileId === act.authorId) return;
  await audit(ctx, tx, actor, { action: act.action, targetKind: act.kind, targetId: act.id, reason: act.reason });
  await notify(ctx, tx, [act.authorId], {
    ...noticeText.removal(act.what, act.reason),
    cause: `${act.action}:${act.id}:${ctx.clock.now().getTime()}`,
  });
}

/** Removes a post. @returns false when it was removed already. */
export async function takeDownPost(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  post: PostGate,
  reason: string,
): Promise<boolean> {
  if (!(await removePost(ctx, tx, post.id, { profileId: actor?.profileId ?? null, reason }))) return false;
  await noteRemoval(ctx, tx, actor, {
    action: 'post.remove',
    kind: 'forum_post',
    id: post.id,
    authorId: post.authorId,
    reason,
    what: `Your post "${post.title}"`,
  });
  return true;
}

/** Restores a removed post. @returns false when it was not removed. */
export async function bringBackPost(ctx: Context, tx: Tx, actor: Actor, post: PostGate): Promise<boolean> {
  if (!(await restorePost(ctx, tx, post.id))) return false;
  if (actor?.profileId !== post.authorId)
    await audit(ctx, tx, actor, { action: 'post.restore', targetKind: 'forum_post', targetId: post.id });
  return true;
}

/** Pins or unpins a post. @param alone with a member's right: their other posts are unpinned. */
export async function pinPost(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  post: PostGate,
  on: boolean,
  alone: string | null,
): Promise<void> {
  await setPinned(tx, post.id, on, alone);
  if (post.authorId !== actor?.profileId) {
    await audit(ctx, tx, actor, {
      action: on ? 'post.pin' : 'post.unpin',
      targetKind: 'forum_post',
      targetId: post.id,
    });
  }
  await tellPost(ctx, tx, post.id, 'post_changed', { id: post.id });
  tellList(ctx, tx, 'list_changed', { id: post.id });
}

/** Removes a reply. @returns false when it was removed already. */
export async function takeDownReply(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  reply: ReplyGate,
  reason: string,
): Promise<boolean> {
  if (!(await removeReply(ctx, tx, reply.id, { profileId: actor?.profileId ?? null, reason }))) return false;
  await noteRemoval(ctx, tx, actor, {
    action: 'reply.remove',
    kind: 'post_reply',
    id: reply.id,
    authorId: reply.authorId,
    reason,
    what: 'Your reply',
  });
  return true;
}

/** Restores a removed reply. @returns false when it was not removed. */
export async function bringBackReply(ctx: Context, tx: Tx, actor: Actor, reply: ReplyGate): Promise<boolean> {
  if (!(await restoreReply(ctx, tx, reply.id))) return false;
  if (actor?.profileId !== reply.authorId)
    await audit(ctx, tx, actor, { action: 'reply.restore', targetKind: 'post_reply', targetId: reply.id });
  return true;
}

const categoryName = { field: 'name', max: forum.categoryNameMax };

/** Adds a category with a slug of its own. @throws {Refusal} those of `checkName` */
export async function addCategory(
  ctx: Context,
  actor: Actor,
  body: { name: string; description: string; sortOrder: number },
): Promise<CategoryRow> {
  const now = ctx.clock.now();
  const name = await checkName(ctx, ctx.db, body.name, categoryName);
  return await ctx.db.tx(async (tx) => {
    const made: CategoryRow = {
      id: newId(now),
      name,
      slug: await freeSlug(tx, slugOf(name)),
      description: body.description,
      sort_order: body.sortOrder,
      is_active: true,
    };
    await insertCategory(tx, made, now);
    await audit(ctx, tx, actor, {
      action: 'category.add',
      targetKind: 'forum_category',
      targetId: made.id,
      details: { name: made.name },
    });
    tellList(ctx, tx, 'list_changed', { id: made.id });
    return made;
  });
}

/** Changes what is given of a category. @throws {Refusal} `not_found`, and those of `checkName` */
export async function changeCategory(
  ctx: Context,
  actor: Actor,
  id: string,
  body: {
    name?: string | undefined;
    description?: string | undefined;
    sortOrder?: number | undefined;
    isActive?: boolean | undefined;
  },
): Promise<CategoryRow> {
  const name = body.name === undefined ? null : await checkName(ctx, ctx.db, body.name, categoryName);
  return await ctx.db.tx(async (tx) => {
    const changed = await updateCategory(tx, id, {
      name,
      description: body.description ?? null,
      sortOrder: body.sortOrder ?? null,
      isActive: body.isActive ?? null,
    });
    if (!changed) throw new Refusal('not_found');
    await audit(ctx, tx, actor, {
      action: 'category.change',
      targetKind: 'forum_category',
      targetId: changed.id,
      details: { ...body },
    });
    tellList(ctx, tx, 'list_changed', { id: changed.id });
    return changed;
  });
}
