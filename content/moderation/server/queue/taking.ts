import type { Person } from '#platform/contract/shapes.ts';
import { moderation } from '#content/moderation/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { queueItem, takeItem, takenItems } from './queue-store.ts';

/** Who opened an item before this has lost it, unless their page gave a sign since. */
export const leasedSince = (ctx: Context): Date => new Date(ctx.clock.now().getTime() - moderation.leaseSeconds * 1000);

/**
 * Notes that somebody of staff has an item open, or no longer. Nobody is kept from deciding: it is for others to see.
 * @returns who has it now @throws {Refusal} `not_found`
 */
export async function take(ctx: Context, viewer: Viewer, itemId: string, on: boolean): Promise<Person | null> {
  const since = leasedSince(ctx);
  const at = ctx.clock.now();
  if (await takeItem(ctx.db, itemId, { by: viewer.profileId, on, at, leasedSince: since }))
    ctx.realtime.announce('staff', 'queue_changed', { id: itemId });
  const item = await queueItem(ctx.db, itemId);
  if (!item) throw new Refusal('not_found');
  const by = item.opened_at && item.opened_at > since ? item.opened_by : null;
  return by === null ? null : ((await peopleById(ctx.db, [by])).get(by) ?? null);
}

/** Marks that a page is told of: more than there are people of staff at work. */
const MARKS = 200;

/** Which items are open on pages of staff: what was announced before a page has listened. */
export const takenNow = async (ctx: Context) => ({ items: await takenItems(ctx.db, leasedSince(ctx), MARKS) });
