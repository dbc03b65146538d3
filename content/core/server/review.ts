import type { Context } from '#platform/server/context.ts';
import { alreadyDecided, checkSubjectRead, noteDecision, reasonsToHold } from '#content/moderation/server/actions.ts';
import { decisionAddress } from '#content/moderation/server/rules/appeals.ts';
import { mayTakeAway } from '#content/moderation/server/rules/staff.ts';
import { audit } from '#content/moderation/server/store.ts';
import { checkMayLetOut } from '#content/moderation/server/rules/undoing.ts';
import { notify } from '#people/notifications/server/actions.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { contentFacts } from './facts.ts';
import { release, remove } from './lifecycle.ts';
import type { ContentFacts, ContentType } from './type.ts';
import { currentText } from './versions.ts';

/** Review before publishing: what staff do with contents of a type with `review: 'before'`. */

/** `image` as a sentence begins with it. */
const capital = (noun: string): string => `${noun[0]!.toUpperCase()}${noun.slice(1)}`;

/** What staff read above a content that waits for approval. */
export const pendingForStaff = 'This is waiting for approval. Only its author and staff can see it.';

/** What its author reads above a content that waits for approval. @param reasons kinds of private information in it */
export function pendingNotice({ noun }: ContentType, reasons: readonly string[]): string {
  return reasons.length > 0
    ? `It seems to contain private information (${reasons.join(', ')}). Staff review that before they approve it.`
    : `Your ${noun} is waiting for approval. You will get a notification.`;
}

/** A content that waits for approval, its row locked. @throws {Refusal} the type's `notFound`, `already_decided` */
async function requirePending<Extra extends object>(
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
): Promise<ContentFacts & Extra> {
  const facts = await contentFacts(tx, type, id, true);
  if (!facts) throw new Refusal(type.notFound);
  if (facts.state !== 'pending') {
    const [row] = await tx.rows<{ by: string | null }>(
      sql`SELECT coalesce(decided_by, removed_by) AS by FROM ${sql.raw(type.table)} WHERE id = ${id}`,
    );
    throw await alreadyDecided(tx, row!.by);
  }
  return facts;
}

/**
 * Optimistic locking for endpoints that decide about a content by its own id: refuses when it changed since the read.
 * @param read the version that staff read
 * @throws {Refusal} the type's `notFound`, `already_decided`, `decision_outdated`
 */
export async function checkPendingRead<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  read: string,
): Promise<void> {
  await requirePending(tx, type, id);
  await checkSubjectRead(ctx, tx, { kind: type.kind, id }, read);
}

/**
 * Nobody approves private information of their own; a moderator nothing of their own at all, nor what an admin held.
 * @throws {Refusal} `own_content`, `staff_protected`
 */
async function checkMayApprove(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  type: ContentType,
  facts: ContentFacts,
): Promise<void> {
  await checkMayLetOut(ctx, tx, decider, { kind: type.kind, id: facts.id, authorId: facts.authorId });
  if (decider?.profileId !== facts.authorId) return;
  const { content } = await currentText(tx, type, facts.id);
  if (!decider.isAdmin || reasonsToHold(ctx, content).length > 0) throw new Refusal('own_content');
}

/**
 * Publishes what waits for approval: its author is notified and rewarded, once.
 * @param decider staff, or null for the operator
 * @param reason for the audit log and the queue
 * @throws {Refusal} the type's `notFound`, `already_decided`, `own_content`, and where it cannot be published yet
 */
export async function approve<Extra extends object>(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  type: ContentType<Extra>,
  id: string,
  reason = '',
): Promise<ContentFacts & Extra> {
  const facts = await requirePending(tx, type, id);
  await checkMayApprove(ctx, tx, decider, type, facts);
  const at = ctx.clock.now();
  const by = decider?.profileId ?? null;
  await tx.rows(sql`
    UPDATE ${sql.raw(type.table)} SET decided_by = ${by}::uuid, decided_at = ${at} WHERE id = ${id}`);
  await noteDecision(ctx, tx, { kind: type.kind, id }, { decision: 'approve', by, reason, effect: 'released' });
  await release(ctx, tx, type, id);
  const action = `${type.kind}.approve`;
  await audit(ctx, tx, decider, {
    action,
    targetKind: type.kind,
    targetId: id,
    reason,
    details: { before: { state: 'pending' }, after: { state: 'published' } },
  });
  await notify(ctx, tx, [facts.authorId], {
    kind: 'approval',
    title: `${capital(type.noun)} approved`,
    message: `"${facts.title}" ${type.approvedText ?? 'is published now.'}`,
    url: type.address({ id, parentId: facts.parent?.id ?? null }),
    cause: `${action}:${id}:${at.getTime()}`,
  });
  return facts;
}

/** Asks who may approve or reject, without doing it. @throws {Refusal} as `approve` and `reject` */
export async function checkMayReview<Extra extends object>(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  type: ContentType<Extra>,
  id: string,
  decision: 'approve' | 'remove',
): Promise<void> {
  const facts = await contentFacts(tx, type, id);
  if (!facts) throw new Refusal(type.notFound);
  if (decision === 'approve') await checkMayApprove(ctx, tx, decider, type, facts);
  else if (!mayTakeAway(facts, decider)) throw new Refusal('staff_protected');
}

/**
 * Rejects what waits for approval: removed, with the reason in a notification to its author.
 * @throws {Refusal} the type's `notFound`, `already_decided`, `staff_protected`
 */
export async function reject<Extra extends object>(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  type: ContentType<Extra>,
  id: string,
  reason: string,
): Promise<ContentFacts & Extra> {
  const facts = await requirePending(tx, type, id);
  if (!mayTakeAway(facts, decider)) throw new Refusal('staff_protected');
  const by = decider?.profileId ?? null;
  await noteDecision(ctx, tx, { kind: type.kind, id }, { decision: 'remove', by, reason, effect: 'removed' });
  await remove(ctx, tx, type, id, { profileId: by, reason, isRejection: true });
  const action = `${type.kind}.reject`;
  const decisionId = await audit(ctx, tx, decider, {
    action,
    targetKind: type.kind,
    targetId: id,
    reason,
    details: { before: { state: 'pending' }, after: { state: 'removed' } },
  });
  await notify(ctx, tx, [facts.authorId], {
    kind: 'rejection',
    title: `${capital(type.noun)} not approved`,
    message: `"${facts.title}" was not approved: ${reason}`,
    url: decisionAddress(decisionId),
    cause: `${action}:${id}:${ctx.clock.now().getTime()}`,
  });
  return facts;
}

/** An author deletes what staff rejected: it is removed like any other now, and staff alone could restore it. */
export async function deleteRejected<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
): Promise<void> {
  await tx.rows(sql`UPDATE ${sql.raw(type.table)} SET decided_at = NULL WHERE id = ${facts.id}`);
  await type.announce(ctx, tx, { ...facts, isRejected: false }, 'removed');
}
