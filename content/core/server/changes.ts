import type { Context } from '#platform/server/context.ts';
import { thingChanged } from '#people/profiles/server/events.ts';
import { emit } from '#platform/server/events/emit.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { ContentChange, ContentFacts, ContentType } from './type.ts';

/**
 * What every change of a content causes, after its row was written: later features follow it in this transaction
 * (`thing.changed`), and open pages learn of it.
 * @returns the number of its live event, where it has one
 */
export async function announceChange<Extra extends object>(
  ctx: Context,
  tx: Tx,
  type: ContentType<Extra>,
  facts: ContentFacts & Extra,
  change: ContentChange,
): Promise<number | null> {
  // Runs before the type publishes its event, so that readers who lost access do not get it.
  const topic = change === 'created' ? undefined : type.topicOf?.(facts.id);
  if (topic !== undefined) tx.afterCommit(() => ctx.realtime.recheck({ topics: [topic] }));
  await emit(ctx, tx, thingChanged, { kind: type.kind, ids: [facts.id], isNew: change === 'created' });
  return await type.announce(ctx, tx, facts, change);
}
