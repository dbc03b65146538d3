import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';

/** Deletes what belongs to purged parties. */
export async function deletePartyParts(_ctx: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const parties = [...ids];
  const items = sql`(SELECT id FROM listening_party_queue WHERE party_id = ANY(${parties}::uuid[]))`;
  await tx.rows(sql`DELETE FROM listening_party_votes WHERE item_id IN ${items}`);
  await tx.rows(sql`DELETE FROM listening_party_playback WHERE item_id IN ${items}`);
  await tx.rows(sql`DELETE FROM listening_party_reactions WHERE item_id IN ${items}`);
  await tx.rows(sql`DELETE FROM listening_party_queue WHERE party_id = ANY(${parties}::uuid[])`);
  await tx.rows(sql`DELETE FROM listening_party_presence WHERE party_id = ANY(${parties}::uuid[])`);
  await tx.rows(sql`DELETE FROM listening_party_reminders WHERE party_id = ANY(${parties}::uuid[])`);
  await tx.rows(sql`DELETE FROM listening_party_participants WHERE party_id = ANY(${parties}::uuid[])`);
}
