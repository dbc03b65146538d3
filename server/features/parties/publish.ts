import { partyTopics } from '#contract/parties.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** The topic of one room. */
export const partyTopic = (partyId: string): string => `party:${partyId}`;

/** Publishes a numbered event to a room. @returns its number */
export async function publishToParty(
  ctx: Context,
  tx: Tx,
  partyId: string,
  type: keyof typeof partyTopics.party.events,
  data: unknown,
): Promise<number> {
  return await ctx.realtime.publish(tx, partyTopic(partyId), type, data);
}

/** Sends a hint to a room that may be missed. Call it after the commit. */
export function hintToParty(
  ctx: Context,
  partyId: string,
  type: 'participants_changed' | 'reactions' | 'typing' | 'queue_changed',
  data: unknown,
): void {
  ctx.realtime.announce(partyTopic(partyId), type, data);
}

/** Open lists read parties again, and visitors' pages with lists of them are dropped. */
export function announceParties(ctx: Context, tx: Tx, partyId: string): void {
  tx.afterCommit(() => {
    ctx.realtime.announce(partyTopics.parties.pattern, 'parties_changed', { id: partyId });
    ctx.pages.drop();
  });
}
