import type { Context } from '#platform/server/context.ts';
import { notify } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { audit } from '#content/moderation/server/store.ts';
import { decisionAddress } from '#content/moderation/server/rules/appeals.ts';
import { type Doer, isRecorded } from '#content/moderation/server/rules/staff.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { remove, restore } from './lifecycle.ts';
import { canRemove, forbid, maySeekRestore, moderatingParent, requireSeen } from './policies.ts';
import { isTakenDown } from './purchases/purchases.ts';
import { deleteRejected } from './review.ts';
import type { ContentFacts, ContentType } from './type.ts';

/** How a content is named to its author: `Your post "Mixing drums"`; an answer has no title. */
export const yours = (type: ContentType, facts: ContentFacts, your: 'Your' | 'your' = 'Your'): string =>
  facts.parent ? `${your} ${type.noun}` : `${your} ${type.noun} "${facts.title}"`;

/**
 * Whether somebody else removes what its author has removed: what was sold is still its buyers', until staff take it down.
 */
const takesOver = ({ sales }: Pick<ContentType, 'sales'>, facts: ContentFacts, by: string | null): boolean =>
  sales !== undefined && facts.state === 'removed' && by !== facts.authorId && !isTakenDown(facts);

/**
 * Soft-deletes a content, by its author, staff, or the operator (`actor` null). The caller has asked the policy. The
 * audit log has actions of staff and on another's content (`isRecorded`); the author is notified of what others do.
 * @returns false when it was removed already
 */
export async function removeBy<Extra extends object>(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  type: ContentType<Extra>,
  facts: ContentFacts,
  reason: string,
): Promise<boolean> {
  const by = actor?.profileId ?? null;
  const isRemoved = await remove(ctx, tx, type, facts.id, { profileId: by, reason });
  if (!isRemoved && !takesOver(type, facts, by)) return false;
  if (!isRecorded(actor, facts.authorId)) return true;
  const action = `${type.kind}.remove`;
  const decisionId = await audit(ctx, tx, actor, {
    action,
    targetKind: type.kind,
    targetId: facts.id,
    reason,
    details: { before: { state: facts.state }, after: { state: 'removed' } },
  });
  if (actor?.profileId === facts.authorId) return true;
  await notify(ctx, tx, [facts.authorId], {
    ...noticeText.removal(yours(type, facts), reason),
    url: decisionAddress(decisionId),
    cause: `${action}:${facts.id}:${ctx.clock.now().getTime()}`,
  });
  return true;
}

/**
 * Restores a removed content, by its author, staff or the operator. @returns false when it was not removed
 * @throws {Refusal} `complaint_stands`, `own_content`, `staff_protected`
 */
export async function restoreBy<Extra extends object>(
  ctx: Context,
  tx: Tx,
  actor: Doer,
  type: ContentType<Extra>,
  facts: ContentFacts,
): Promise<boolean> {
  if (!(await restore(ctx, tx, type, facts.id, actor))) return false;
  if (isRecorded(actor, facts.authorId))
    await audit(ctx, tx, actor, {
      action: `${type.kind}.restore`,
      targetKind: type.kind,
      targetId: facts.id,
      details: { before: { state: 'removed' }, after: { state: facts.stateBefore ?? 'published' } },
    });
  return true;
}

/** Handler of every `DELETE` of a content; idempotent. @throws {Refusal} `forbidden`, `staff_protected`, `silenced`, as `requireSeen` */
export async function removeContent<Extra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  id: string,
  reason: string,
): Promise<{ readonly ok: true }> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, type, id, viewer, true);
    // The policy is asked as if it were not removed, which makes the call idempotent.
    if (!canRemove({ ...facts, state: 'published' }, viewer, moderatingParent(type, facts))) forbid(facts, viewer);
    // The author reads the reason.
    if (viewer.silencedUntil && reason !== '' && facts.authorId !== viewer.profileId)
      throw new Refusal('silenced', { meta: { until: viewer.silencedUntil.toISOString() } });
    if (facts.isRejected && facts.authorId === viewer.profileId) await deleteRejected(ctx, tx, type, facts);
    if (facts.state === 'removed' && !takesOver(type, facts, viewer.profileId)) return;
    await removeBy(ctx, tx, viewer, type, facts, reason);
  });
  return { ok: true };
}

/**
 * Handler of every restore of a content; idempotent.
 * @throws {Refusal} `forbidden`, as `restoreBy` and `requireSeen`
 */
export async function restoreContent<Extra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  id: string,
): Promise<{ readonly ok: true }> {
  await ctx.db.tx(async (tx) => {
    const facts = await requireSeen(tx, type, id, viewer, true);
    if (facts.state !== 'removed' && canRemove(facts, viewer, moderatingParent(type, facts))) return;
    if (!maySeekRestore(type, facts, viewer)) forbid(facts, viewer);
    await restoreBy(ctx, tx, viewer, type, facts);
  });
  return { ok: true };
}
