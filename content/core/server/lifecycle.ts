import type { Context } from '#platform/server/context.ts';
import { recordActivity } from '#people/activity/server/store.ts';
import { award, payAgain, takeBack } from '#people/ledger/server/actions.ts';
import { awaitApproval, hold, noteRemoval } from '#content/moderation/server/actions.ts';
import { RESTORED } from '#content/moderation/server/rules/hold-reasons.ts';
import type { Decider } from '#platform/server/content-kind.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { announceChange } from './live.ts';
import { contentFacts } from './facts.ts';
import { notifyPublishedJob, syncNotificationsJob } from './notify.ts';
import { checkMayRestore, moderatingParent } from './policies.ts';
import { refundJob } from './purchases/purchases.ts';
import type { ContentFacts, ContentState, ContentType } from './type.ts';

/** Who removes a content, and why. `profileId` is null for the operator and the system. */
export interface Removal {
  readonly profileId: string | null;
  readonly reason: string;
  /** Staff remove it instead of approving it. */
  readonly isRejection?: true;
}

/** Name of a content's reward in the ledger. */
export const rewardCause = (kind: string, id: string): string => `${kind}:${id}`;

/** Keeps what counts published contents in step with a change of state: the parent's count, the author's count. */
export async function countState(
  tx: Tx,
  type: ContentType,
  facts: Pick<ContentFacts, 'authorId' | 'parent'>,
  before: ContentState,
  after: ContentState,
): Promise<void> {
  const by = (after === 'published' ? 1 : 0) - (before === 'published' ? 1 : 0);
  if (by === 0) return;
  const { answerOf, profileCountColumn: column } = type;
  if (answerOf && facts.parent) {
    const { countColumn: count, lastAtColumn: lastAt } = answerOf;
    const latest = lastAt
      ? sql.raw(
          `, ${lastAt} = (SELECT max(t.created_at) FROM ${type.table} t WHERE t.${answerOf.column} = o.id AND t.state = 'published')`,
        )
      : sql``;
    await tx.rows(sql`
      UPDATE ${sql.raw(answerOf.type.table)} o SET ${sql.raw(count)} = greatest(0, ${sql.raw(`o.${count}`)} + ${by})${latest} WHERE o.id = ${facts.parent.id}`);
  }
  if (column)
    await tx.rows(
      sql`UPDATE profiles SET ${sql.raw(column)} = greatest(0, ${sql.raw(column)} + ${by}) WHERE id = ${facts.authorId}`,
    );
}

/**
 * What follows when a content becomes visible for the first time, beside its count: reward, activity, notifications,
 * live events. The caller has written its state.
 * @returns the number of its live event, where it has one
 */
export async function afterPublishing<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  change: 'created' | 'published',
): Promise<number | null> {
  const reward = type.reward?.(facts) ?? null;
  const cause = rewardCause(type.kind, facts.id);
  // A content that was removed before its release was rewarded already, and lost the reward.
  if (reward && !(await award(ctx, tx, facts.authorId, reward, cause))) await payAgain(ctx, tx, facts.authorId, cause);
  const activity = type.activity?.(facts);
  if (activity)
    await recordActivity(tx, {
      profileId: facts.authorId,
      type: activity.type,
      targetType: type.kind,
      targetId: facts.id,
      content: activity.content,
      at: ctx.clock.now(),
    });
  if (type.notifyPublished) await ctx.jobs.enqueue(tx, notifyPublishedJob, { kind: type.kind, id: facts.id });
  return await announceChange(ctx, tx, type, facts, change);
}

/** Refunds the buyers of a content that somebody else than its author removes. */
async function payBack<Extra extends object>(
  ctx: Context,
  tx: Tx,
  { kind, sales }: ContentType<Extra>,
  { id, authorId }: ContentFacts,
  removedBy: string | null,
): Promise<void> {
  if (sales && removedBy !== authorId) await ctx.jobs.enqueue(tx, refundJob, { kind, id });
}

/**
 * Whether somebody who removes a removed content ranks below who removed it before. Then the earlier removal stands:
 * otherwise a moderator could take it over from an admin and undo it.
 */
async function isWeaker(tx: Tx, type: ContentType, facts: ContentFacts, removedBy: string | null): Promise<boolean> {
  const removers = [removedBy, facts.removedBy];
  const rows = await tx.rows<{ id: string }>(
    sql`SELECT id FROM profiles WHERE id = ANY(${removers.filter((by) => by !== null)}::uuid[]) AND is_admin`,
  );
  const rankOf = (by: string | null): number => {
    if (by === null) return 2;
    if (by === facts.authorId || by === moderatingParent(type, facts)) return 0;
    return rows.some(({ id }) => id === by) ? 2 : 1;
  };
  return rankOf(removedBy) < rankOf(facts.removedBy);
}

/** Soft-deletes a content with its answers and takes its reward back. False when it is not there or removed already. */
export async function remove<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  removal: Removal,
): Promise<boolean> {
  const { isRejection = false, profileId: removedBy } = removal;
  const facts = await contentFacts(tx, type, id, true);
  if (!facts) return false;
  if (facts.state === 'removed') {
    // A rejected content keeps the reason of staff; its author cannot restore it anyway.
    if (facts.isRejected) return false;
    if (await isWeaker(tx, type, facts, removedBy)) return false;
    // The later removal stands: an author cannot restore a content that staff have removed after them.
    await tx.rows(sql`
      UPDATE ${sql.raw(type.table)} SET removed_by = ${removedBy}::uuid, removed_reason = ${removal.reason} WHERE id = ${id}`);
    await payBack(ctx, tx, type, facts, removedBy);
    return false;
  }
  const at = ctx.clock.now();
  const reset = sql.raw(type.resetOnRemove ? `, ${type.resetOnRemove}` : '');
  const decided = isRejection ? sql`, decided_by = ${removedBy}::uuid, decided_at = ${at}` : sql``;
  await tx.rows(sql`
    UPDATE ${sql.raw(type.table)} SET state_before = state, state = 'removed', removed_by = ${removedBy}::uuid,
      removed_reason = ${removal.reason}, removed_at = ${at}${reset}${decided} WHERE id = ${id}`);
  await noteRemoval(ctx, tx, { kind: type.kind, id }, removal);
  await countState(tx, type, facts, facts.state, 'removed');
  if (type.reward) await takeBack(ctx, tx, facts.authorId, rewardCause(type.kind, id));
  await payBack(ctx, tx, type, facts, removedBy);
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  const removed = { state: 'removed', stateBefore: facts.state, removedBy, isRejected: isRejection } as const;
  await announceChange(ctx, tx, type, { ...facts, ...removed }, 'removed');
  return true;
}

/**
 * Undoes a soft delete: published content is rewarded again, waiting content waits again. False if nothing was undone.
 * @param only restores what this one has removed, and nothing else
 * @throws {Refusal} as `checkMayRestore`
 */
export async function restore<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  by: Decider,
  only?: { readonly removedBy: string | null },
): Promise<boolean> {
  const facts = await contentFacts(tx, type, id, true);
  if (!facts || facts.state !== 'removed' || (only && facts.removedBy !== only.removedBy)) return false;
  await checkMayRestore(ctx, tx, type, facts, by);
  const state = facts.stateBefore ?? 'published';
  // A rejected content waits for its approval again.
  const undecided = sql.raw(
    state === 'pending' && type.review === 'before' ? ', decided_by = NULL, decided_at = NULL' : '',
  );
  await tx.rows(sql`
    UPDATE ${sql.raw(type.table)} SET state = ${state}, state_before = NULL, removed_by = NULL, removed_reason = NULL, removed_at = NULL${undecided} WHERE id = ${id}`);
  await countState(tx, type, facts, 'removed', state);
  if (state === 'published' && type.reward?.(facts))
    await payAgain(ctx, tx, facts.authorId, rewardCause(type.kind, id));
  const threadId = facts.parent?.id ?? id;
  const waiting = { kind: type.kind, id, authorId: facts.authorId, threadId, source: 'restored' } as const;
  if (state === 'held') await hold(ctx, tx, { ...waiting, reasons: [RESTORED] });
  if (state === 'pending') await awaitApproval(ctx, tx, { ...waiting, reasons: [] });
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  await announceChange(
    ctx,
    tx,
    type,
    { ...facts, state, stateBefore: null, removedBy: null, isRejected: false },
    'restored',
  );
  return true;
}

/**
 * Publishes what waited for staff. False when it did not wait.
 * @throws {Refusal} where it cannot be published yet
 */
export async function release<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
): Promise<boolean> {
  const facts = await contentFacts(tx, type, id, true);
  if (!facts || (facts.state !== 'held' && facts.state !== 'pending')) return false;
  await type.checkPublishable?.(tx, facts);
  await tx.rows(sql`UPDATE ${sql.raw(type.table)} SET state = 'published' WHERE id = ${id}`);
  await countState(tx, type, facts, facts.state, 'published');
  await afterPublishing(ctx, tx, type, { ...facts, state: 'published' }, 'published');
  // Notifications of a content that was published before its hold are in inboxes already, hidden.
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  return true;
}

/** Why a content waits for staff again, and what its item of the queue says. */
interface Waiting {
  readonly reasons: readonly string[];
  readonly source: string;
  readonly threadId?: string;
}

/**
 * Hides what is published and lets it wait for staff.
 * @param sets SQL of further columns: `, is_pinned = false`
 */
async function hideForReview<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  state: 'held' | 'pending',
  waiting: Waiting,
  sets = '',
): Promise<void> {
  const { id, authorId } = facts;
  await tx.rows(sql`UPDATE ${sql.raw(type.table)} SET state = ${state}${sql.raw(sets)} WHERE id = ${id}`);
  await (state === 'held' ? hold : awaitApproval)(ctx, tx, { kind: type.kind, id, authorId, ...waiting });
  await countState(tx, type, facts, facts.state, state);
  await ctx.jobs.enqueue(tx, syncNotificationsJob, { kind: type.kind, id });
  await announceChange(ctx, tx, type, { ...facts, state }, 'edited');
}

/** Hides what is published until staff have reviewed it. False when it is not published. @param source what has held it */
export async function holdBack<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  reasons: readonly string[],
  source = 'returned_file',
): Promise<boolean> {
  const facts = await contentFacts(tx, type, id, true);
  const waiting = { reasons, source };
  if (facts?.state === 'pending')
    await awaitApproval(ctx, tx, { kind: type.kind, id, authorId: facts.authorId, ...waiting });
  if (facts?.state !== 'published') return false;
  await hideForReview(ctx, tx, type, facts, 'held', waiting);
  return true;
}

/**
 * Hides what is published and lets it wait for staff: as before its release, with its reward taken back. False when it is
 * not published.
 */
export async function withdraw<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  id: string,
  held: { readonly reasons: readonly string[]; readonly source: string },
): Promise<boolean> {
  const facts = await contentFacts(tx, type, id, true);
  if (!facts || facts.state !== 'published') return false;
  const state = type.review === 'before' ? 'pending' : 'held';
  const undecided = type.review === 'before' ? ', decided_by = NULL, decided_at = NULL' : '';
  const reset = type.resetOnRemove ? `, ${type.resetOnRemove}` : '';
  await hideForReview(ctx, tx, type, facts, state, { ...held, threadId: facts.parent?.id ?? id }, undecided + reset);
  if (type.reward) await takeBack(ctx, tx, facts.authorId, rewardCause(type.kind, id));
  return true;
}
