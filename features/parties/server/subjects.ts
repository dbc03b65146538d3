import type { Context } from '#platform/server/context.ts';
import { contentKind } from '#content/core/server/subject.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { endParty } from './party.ts';
import { countRoom } from './store.ts';
import { chatMessage, listeningParty } from './types.ts';

/** Parties that a member hosted or took part in, for their data export. */
async function exportParties(ctx: Context, profileId: string): Promise<Record<string, unknown[]>> {
  const [hosted, joined, queued, voted, reminders] = await Promise.all([
    ctx.db.rows(sql`
      SELECT id, name, description, spotify_playlist_id, is_adult, starts_at, ended_at, state, created_at
      FROM listening_parties WHERE host_id = ${profileId} ORDER BY created_at`),
    ctx.db.rows(sql`
      SELECT party_id, joined_at, left_at, removed_at, is_moderator
      FROM listening_party_participants WHERE participant_id = ${profileId} ORDER BY joined_at`),
    ctx.db.rows(sql`
      SELECT party_id, upload_id, track_id, added_at, state FROM listening_party_queue WHERE added_by = ${profileId} ORDER BY added_at`),
    ctx.db.rows(
      sql`SELECT item_id, kind FROM listening_party_votes WHERE profile_id = ${profileId} ORDER BY item_id, kind`,
    ),
    ctx.db.rows(sql`SELECT party_id FROM listening_party_reminders WHERE profile_id = ${profileId} ORDER BY party_id`),
  ]);
  return {
    listening_parties: hosted,
    listening_party_participants: joined,
    listening_party_queue: queued,
    listening_party_votes: voted,
    listening_party_reminders: reminders,
  };
}

/** A member leaves: their parties end and stay readable; where they were, and how they voted, is deleted. */
async function eraseParties(ctx: Context, tx: Tx, profileId: string): Promise<void> {
  const open = await tx.rows<{ id: string }>(
    sql`SELECT id FROM listening_parties WHERE host_id = ${profileId} AND ended_at IS NULL ORDER BY id FOR UPDATE`,
  );
  for (const { id } of open) await endParty(ctx, tx, id);
  await tx.rows(sql`DELETE FROM listening_party_votes WHERE profile_id = ${profileId}`);
  await tx.rows(sql`DELETE FROM listening_party_presence WHERE profile_id = ${profileId}`);
  await tx.rows(sql`DELETE FROM listening_party_reminders WHERE profile_id = ${profileId}`);
  const rooms = await tx.rows<{ id: string }>(sql`
    SELECT party_id AS id FROM listening_party_participants WHERE participant_id = ${profileId} AND left_at IS NULL AND removed_at IS NULL`);
  await tx.rows(sql`
    UPDATE listening_party_participants SET left_at = coalesce(left_at, ${ctx.clock.now()}), round_trip_ms = NULL WHERE participant_id = ${profileId}`);
  for (const { id } of rooms) await countRoom(tx, id, ctx.clock.now());
}

/** Parties, as the features that work across all contents know them. */
export const partyKind = contentKind(listeningParty, {
  exportOf: exportParties,
  // Open ones end first.
  deleted: `t.state <> 'published' AND t.ended_at IS NOT NULL`,
  erase: eraseParties,
});

/** What is said in them, likewise. */
export const messageKind = contentKind(chatMessage, {
  exportOf: async (ctx, profileId) => ({
    chat_messages: await ctx.db.rows(sql`
      SELECT id, party_id, message_type, content, state, created_at FROM chat_messages WHERE author_id = ${profileId} ORDER BY created_at`),
  }),
  // Messages stay where they were read, under a name that says nothing.
  deleted: `t.state <> 'published'`,
});
