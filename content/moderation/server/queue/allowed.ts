import type { QueueCan } from '#content/moderation/contract/endpoints.ts';
import { checkMayChoose, checkMayTakeAway, restrictable } from '#content/moderation/server/decisions.ts';
import { mayBeAsked } from '#content/moderation/server/reversal.ts';
import { checkMayUndo } from '#content/moderation/server/rules/undoing.ts';
import type { Context } from '#platform/server/context.ts';
import type { ContentItem, Decider } from '#platform/server/content-kind.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type QueueRow, hasLaterItem, lastDecision } from './queue-store.ts';

/** A reason that no check refuses for being empty. */
const SOME = 'some reason';

/** Whether a check of the server passes. */
async function passes(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Whether the decision of an item can be taken back, as `reverse` asks. */
async function canUndo(ctx: Context, tx: Tx, decider: Decider, item: QueueRow): Promise<boolean> {
  const kind = ctx.kinds.get(item.content_kind);
  if (item.state !== 'decided' || item.decision === 'obsolete' || (await hasLaterItem(tx, item))) return false;
  const last = await lastDecision(tx, item.id);
  if (!last || ((await kind?.lock?.(tx, item.content_id)) ?? null) === null) return false;
  if (last.effect !== null && !(last.effect === 'removed' ? kind?.restore : kind?.withdraw)) return false;
  const { content_id: id, author_id: authorId, decided_by: decidedBy } = item;
  return await passes(() => checkMayUndo(ctx, tx, decider, { id, authorId, decidedBy }));
}

/**
 * What somebody may do with an item, by the checks of the decisions themselves: pages offer nothing that would be
 * refused.
 * @param visibility of its content; null for one that is gone for good
 */
export async function allowedFor(
  ctx: Context,
  decider: Decider,
  item: QueueRow,
  visibility: ContentItem['visibility'] | null,
): Promise<QueueCan> {
  const kind = ctx.kinds.get(item.content_kind);
  const isOpen = item.state === 'open' && !(item.escalated_at && decider && !decider.isAdmin);
  const { author_id: authorId } = item;
  return await ctx.db.tx(async (tx) => {
    const may = async (decision: 'approve' | 'keep' | 'remove'): Promise<boolean> =>
      isOpen &&
      (decision !== 'remove' || visibility === 'held' || visibility === 'published') &&
      (await passes(() => checkMayChoose(ctx, tx, decider, item, visibility, { decision, reason: SOME })));
    return {
      approve: await may('approve'),
      keep: await may('keep'),
      remove: await may('remove'),
      hold:
        isOpen &&
        visibility === 'published' &&
        kind?.withdraw !== undefined &&
        (await passes(() => checkMayTakeAway(tx, decider, authorId))),
      ask:
        isOpen &&
        (visibility === 'published' || visibility === 'held') &&
        mayBeAsked(kind, item, decider) &&
        (await passes(() => checkMayTakeAway(tx, decider, authorId))),
      escalate: item.state === 'open' && item.escalated_at === null,
      undo: await canUndo(ctx, tx, decider, item),
      restrict: authorId !== null && (await passes(() => restrictable(tx, decider, authorId))),
    };
  });
}
