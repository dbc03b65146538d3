import type { EventData, EventName } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';

type PartyTopic = `party:${string}`;
/** Events of a room that may be missed. */
type Hint = 'participants_changed' | 'reactions' | 'typing' | 'queue_changed';

/** The topic of one room. */
export const partyTopic = (partyId: string): PartyTopic => `party:${partyId}`;

/** Publishes a numbered event to a room. @returns its number */
export async function publishToParty<E extends Exclude<EventName<PartyTopic>, Hint>>(
  ctx: Context,
  tx: Tx,
  partyId: string,
  type: E,
  data: EventData<PartyTopic, E>,
): Promise<number> {
  return await ctx.realtime.publish(tx, partyTopic(partyId), type, data);
}

/** Sends a hint to a room that may be missed. Call it after the commit. */
export function hintToParty<E extends Hint>(
  ctx: Context,
  partyId: string,
  type: E,
  data: EventData<PartyTopic, E>,
): void {
  ctx.realtime.announce(partyTopic(partyId), type, data);
}

/** Open lists read parties again, and visitors' pages with lists of them are outdated. */
export function announceParties(ctx: Context, tx: Tx, partyId: string): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('parties', 'parties_changed', { id: partyId });
    ctx.pages.outdate(['parties'], 'changed');
  });
}
