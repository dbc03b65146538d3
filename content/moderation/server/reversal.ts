import type { Context } from '#platform/server/context.ts';
import { notify, withdrawNotices } from '#people/notifications/server/actions.ts';
import { noticeText } from '#people/notifications/server/rules.ts';
import { moderation } from '#content/moderation/contract/limits.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { ContentKind, Decider } from '#platform/server/content-kind.ts';
import { alreadyDecided } from './actions.ts';
import { checkMayTakeAway } from './decisions.ts';
import {
  type QueueRow,
  hasLaterItem,
  insertEntry,
  lastDecision,
  markAsked,
  markEscalated,
  announceItem,
  queueItem,
  reopenItem,
} from './queue/queue-store.ts';
import { checkItemRead } from './queue/item-version.ts';
import { CHANGE_ASKED, HELD_BY_STAFF, TAKEN_BACK } from './rules/hold-reasons.ts';
import { enqueueReporters } from './reporters.ts';
import { audit } from './store.ts';
import { checkMayUndo } from './rules/undoing.ts';

/** Undoes what a decision did to its content, whose row is locked, after the item was opened again. @throws {Refusal} `not_reversible` */
async function undoEffect(
  ctx: Context,
  tx: Tx,
  decider: Decider,
  item: QueueRow,
  effect: string | null,
): Promise<void> {
  if (effect === null) return;
  const kind = ctx.kinds.get(item.content_kind);
  const isUndone =
    effect === 'removed'
      ? await kind?.restore?.(ctx, tx, item.content_id, decider)
      : await kind?.withdraw?.(ctx, tx, item.content_id, {
          reasons: item.hold_reasons ?? [TAKEN_BACK],
          source: 'reversed',
        });
  if (!isUndone) throw new Refusal('not_reversible');
}

/**
 * Reverses the decision of an item: its content is as it was before, and the item is open. Members who had read of the
 * decision are notified; all others are not.
 * @param read version of the decided item that was read
 * @throws {Refusal} `not_found`, `not_reversible`, `decision_outdated`, and as `checkMayUndo`
 */
export async function reverse(ctx: Context, decider: Decider, itemId: string, read: string): Promise<void> {
  const unlocked = await queueItem(ctx.db, itemId);
  if (!unlocked) throw new Refusal('not_found');
  const kind = ctx.kinds.get(unlocked.content_kind);
  const [subject] = (await kind?.load?.(ctx, [unlocked.content_id])) ?? [];
  await ctx.db.tx(async (tx) => {
    const visibility = (await kind?.lock?.(tx, unlocked.content_id)) ?? null;
    const item = (await queueItem(tx, itemId, true))!;
    const last = await lastDecision(tx, itemId);
    // Idempotent.
    if (item.state === 'open') return;
    const isGone = visibility === null || item.decision === 'obsolete' || !last;
    if (isGone || (await hasLaterItem(tx, item))) throw new Refusal('not_reversible');
    await checkItemRead(ctx, tx, item, read, false);
    const { author_id: authorId, decided_by: decidedBy } = item;
    await checkMayUndo(ctx, tx, decider, { id: item.content_id, authorId, decidedBy });
    await reopenItem(ctx, tx, itemId);
    await undoEffect(ctx, tx, decider, item, last.effect);
    const entryId = await insertEntry(ctx, tx, { itemId, kind: 'reversal', actorId: decider?.profileId ?? null });
    await audit(ctx, tx, decider, {
      action: 'queue.reverse',
      targetKind: item.content_kind,
      targetId: item.content_id,
      details: { itemId, before: { decision: item.decision, effect: last.effect }, after: { state: 'open' } },
    });
    await notifyOfReversal(ctx, tx, item, { decisionId: last.id, entryId, title: subject?.title ?? '' });
  });
}

async function notifyOfReversal(
  ctx: Context,
  tx: Tx,
  item: QueueRow,
  { decisionId, entryId, title }: { decisionId: string; entryId: string; title: string },
): Promise<void> {
  const { content_kind: kind, content_id: id } = item;
  const causes = [`queue:${decisionId}`, `${kind}.approve:${id}:`, `${kind}.reject:${id}:`];
  if (item.author_id && (await withdrawNotices(ctx, tx, item.author_id, causes)) === 'read')
    await notify(ctx, tx, [item.author_id], {
      ...noticeText.staff('Staff took a decision back', `They look at "${title}" again. You will get a notification.`),
      cause: `queue:${entryId}`,
    });
  const heardAfter = item.decided_at!.getTime() + moderation.undoSeconds * 1000;
  if (item.report_count > 0 && ctx.clock.now().getTime() >= heardAfter)
    await enqueueReporters(ctx, tx, { itemId: item.id, entryId, after: null });
}

/** A decision about an item that leaves it open. */
interface Move {
  /** Of the item, as it was read. */
  readonly version: string;
  readonly reason: string;
}

/** An open item, locked with its content. @throws {Refusal} `not_found`, `already_decided` */
async function lockOpen(ctx: Context, tx: Tx, itemId: string): Promise<QueueRow> {
  const unlocked = await queueItem(tx, itemId);
  if (!unlocked) throw new Refusal('not_found');
  await ctx.kinds.get(unlocked.content_kind)?.lock?.(tx, unlocked.content_id);
  const item = (await queueItem(tx, itemId, true))!;
  if (item.state !== 'open') throw await alreadyDecided(tx, item.decided_by);
  return item;
}

/**
 * Hides what is published until staff have decided.
 * @throws {Refusal} `not_found`, `already_decided`, `decision_outdated`, `staff_protected`, `with_admins`, and `not_reversible` for what cannot wait
 */
export async function holdItem(ctx: Context, decider: Decider, itemId: string, move: Move): Promise<void> {
  await withdrawItem(ctx, decider, itemId, { ...move, isAsked: false });
}

/**
 * Asks the author of an item to change it: what is published is hidden until staff have seen the change, and the item
 * goes to the end of the queue until the author has edited it.
 * @throws {Refusal} as `holdItem`; `not_reversible` also where nobody can edit it
 */
export async function askForChange(ctx: Context, decider: Decider, itemId: string, move: Move): Promise<void> {
  await withdrawItem(ctx, decider, itemId, { ...move, isAsked: true });
}

async function withdrawItem(
  ctx: Context,
  decider: Decider,
  itemId: string,
  { version, reason, isAsked }: Move & { readonly isAsked: boolean },
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const item = await lockOpen(ctx, tx, itemId);
    if (item.escalated_at && decider && !decider.isAdmin) throw new Refusal('with_admins');
    await checkItemRead(ctx, tx, item, version, false);
    await checkMayTakeAway(tx, decider, item.author_id);
    const { content_kind: targetKind, content_id: targetId, author_id: authorId } = item;
    const kind = ctx.kinds.get(targetKind);
    if (isAsked && !mayBeAsked(kind, item, decider)) throw new Refusal('not_reversible');
    const before = (await kind?.lock?.(tx, targetId)) ?? null;
    const cause = { reasons: [isAsked ? CHANGE_ASKED : HELD_BY_STAFF], source: 'staff' };
    const isHidden = (await kind?.withdraw?.(ctx, tx, targetId, cause)) ?? false;
    if (!isHidden && !(isAsked && before === 'held')) throw new Refusal('not_reversible');
    if (isAsked) await markAsked(ctx, tx, itemId, { by: decider?.profileId ?? null, note: reason });
    await audit(ctx, tx, decider, {
      action: isAsked ? 'queue.ask' : 'queue.hold',
      targetKind,
      targetId,
      reason,
      details: { itemId, before: { state: before }, after: { state: 'held' } },
    });
    if (authorId === null) return;
    const [subject] = (await kind?.load?.(ctx, [targetId], tx)) ?? [];
    const text = isAsked
      ? noticeText.staff(
          `Staff ask you to change ${subject?.removed ?? `"${subject?.title ?? ''}"`}`,
          `${reason} Only you and staff see it until they have looked at your change.`,
        )
      : noticeText.staff(
          'Staff look at something of yours',
          `Only you and staff see it until they have decided.${reason === '' ? '' : ` ${reason}`}`,
        );
    await notify(ctx, tx, [authorId], {
      ...text,
      ...(isAsked && subject && { url: subject.url }),
      cause: `queue.${isAsked ? 'ask' : 'hold'}:${itemId}:${ctx.clock.now().getTime()}`,
    });
  });
}

/** Whether the author of an item can be asked to change it: there is one, who edits it, and who is not the decider. */
export const mayBeAsked = (kind: ContentKind<Context> | undefined, item: QueueRow, decider: Decider): boolean =>
  kind?.isEditable === true && item.author_id !== null && item.author_id !== decider?.profileId;

/** Hands an item to admins; the same again only adds a line. @throws {Refusal} `not_found`, `already_decided`, `decision_outdated` */
export async function escalate(ctx: Context, decider: Decider, itemId: string, move: Move): Promise<void> {
  const { reason } = move;
  await ctx.db.tx(async (tx) => {
    const item = await lockOpen(ctx, tx, itemId);
    await checkItemRead(ctx, tx, item, move.version, false);
    await markEscalated(tx, itemId, ctx.clock.now());
    const entryId = await insertEntry(ctx, tx, {
      itemId,
      kind: 'escalation',
      actorId: decider?.profileId ?? null,
      note: reason,
    });
    announceItem(ctx, tx, itemId);
    await audit(ctx, tx, decider, {
      action: 'queue.escalate',
      targetKind: item.content_kind,
      targetId: item.content_id,
      reason,
      details: { itemId, before: { isEscalated: item.escalated_at !== null }, after: { isEscalated: true } },
    });
    const admins = await tx.rows<{ id: string }>(
      sql`SELECT id FROM profiles WHERE (is_admin OR is_moderator) AND is_admin AND user_id IS NOT NULL`,
    );
    await notify(
      ctx,
      tx,
      admins.map((row) => row.id).filter((id) => id !== decider?.profileId),
      {
        ...noticeText.staff('Something waits for admins', reason),
        url: `/admin/queue?item=${itemId}`,
        cause: `queue.escalate:${entryId}`,
      },
    );
  });
}
