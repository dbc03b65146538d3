import type { EventData, EventName } from '#site/contract/contract.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db/database.ts';

type PartyTopic = `party:${string}`;
type StageTopic = `party-stage:${string}`;
/** Events of a room that may be missed. */
type Hint = 'participants_changed' | 'reactions' | 'typing' | 'queue_changed';

/** The topic of one room. */
export const partyTopic = (partyId: string): PartyTopic => `party:${partyId}`;

/** The topic of what plays in it, for those who listen without an account: no chat, and hints alone. */
export const stageTopic = (partyId: string): StageTopic => `party-stage:${partyId}`;

/** Publishes a numbered event to a room; who listens from outside gets the hint. @returns its number */
export async function publishToParty<E extends Exclude<EventName<PartyTopic>, Hint>>(
  ctx: Context,
  tx: Tx,
  partyId: string,
  type: E,
  data: EventData<PartyTopic, E>,
): Promise<number> {
  if (type === 'stage_changed' || type === 'party_changed')
    tx.afterCommit(() => ctx.realtime.announce(stageTopic(partyId), type, { id: partyId }));
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
  if (type !== 'typing') ctx.realtime.announce(stageTopic(partyId), type, data as never);
}

/** The people in a room changed: its pages read them again. Call it after the commit. @param count of those who are present */
export function hintPeople(ctx: Context, partyId: string, count: number): void {
  hintToParty(ctx, partyId, 'participants_changed', { count });
  // Visitors' lists show how many are present.
  ctx.pages.outdate(['parties'], 'added');
}

/** Open lists read parties again, and visitors' pages with lists of them are outdated. */
export function announceParties(ctx: Context, tx: Tx, partyId: string): void {
  tx.afterCommit(() => {
    ctx.realtime.announce('parties', 'parties_changed', { id: partyId });
    ctx.pages.outdate(['parties'], 'changed');
  });
}
