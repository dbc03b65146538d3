import type { Person } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { playable, queueOrder } from './queue-order.ts';
import { isHere } from '#features/parties/server/store.ts';

/** DJs that a page shows, and that are looked at for the next turn. */
const SHOWN = 20;

interface TurnRow {
  readonly participant_id: string;
  /** The first track that they have in the queue and everybody may hear; null without one. */
  readonly item_id: string | null;
}

/** DJs who are present, in round-robin order: the one who waits longest first. */
async function waitingDjs(ctx: Context, db: Executor, partyId: string): Promise<TurnRow[]> {
  return await db.rows<TurnRow>(sql`
    SELECT m.participant_id,
      (SELECT q.id ${playable} WHERE q.party_id = ${partyId} AND q.state = 'queued' AND q.added_by = m.participant_id
        ORDER BY ${queueOrder} LIMIT 1) AS item_id
    FROM (SELECT participant_id, turn_at, dj_at, id FROM listening_party_participants
      WHERE party_id = ${partyId} AND dj_at IS NOT NULL AND ${isHere(ctx.clock.now())}) m
    ORDER BY m.turn_at NULLS FIRST, m.dj_at, m.id LIMIT ${SHOWN}`);
}

/** The next DJs, in order. */
export async function nextDjs(ctx: Context, partyId: string): Promise<Person[]> {
  const ids = (await waitingDjs(ctx, ctx.db, partyId)).map((row) => row.participant_id);
  const people = await peopleById(ctx.db, ids);
  return ids.flatMap((id) => people.get(id) ?? []);
}

/**
 * Gives the stage to the next DJ (round-robin): the one who waits longest of those who are present and have a track in the
 * queue. Where no DJ has one, the queue goes on under the DJ who waits longest; without a DJ the stage is the host's.
 * @returns the track of the turn; null for the queue's first one
 */
export async function passTurn(ctx: Context, tx: Tx, partyId: string): Promise<{ itemId: string | null }> {
  const djs = await waitingDjs(ctx, tx, partyId);
  const next = djs.find((row) => row.item_id !== null) ?? djs[0] ?? null;
  const holderId = next?.participant_id ?? null;
  if (holderId !== null)
    await tx.rows(sql`
      UPDATE listening_party_participants SET turn_at = ${ctx.clock.now()} WHERE party_id = ${partyId} AND participant_id = ${holderId}`);
  await tx.rows(sql`
    UPDATE listening_parties SET stage_holder_id = nullif(${holderId}::uuid, host_id) WHERE id = ${partyId}`);
  return { itemId: next?.item_id ?? null };
}
