import { parties as limits } from '#features/parties/contract/limits.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import type { ContentState } from '#content/core/server/type.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';

/** A party with its host. */
export interface PartyRow extends PersonColumns {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly host_id: string;
  readonly state: ContentState;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  readonly hold_reasons: string[] | null;
  readonly is_adult: boolean;
  readonly spotify_playlist_id: string | null;
  readonly participant_count: number;
  readonly created_at: Date;
  readonly starts_at: Date | null;
  readonly ended_at: Date | null;
  readonly chat_is_off: boolean;
  readonly slow_seconds: number;
  readonly is_dj_mode: boolean;
  readonly stage_holder_id: string | null;
  readonly event_seq: string | null;
  readonly playing_upload_id: string | null;
  readonly playing_track_id: string | null;
  readonly playing_author_id: string | null;
  readonly playing_file_id: string | null;
  readonly stage_position_ms: number;
  readonly stage_at: Date;
  readonly allows_listeners: boolean;
  /** Profile ids of some who are present. */
  readonly here_ids: string[];
}

/** Faces of a card. */
const FACES = 6;

/**
 * Parties by id with their hosts, one query, in the order of the ids. What plays is named where everybody may see it.
 * @param now those who were heard of lately are counted
 */
export async function partiesById(db: Executor, ids: readonly string[], now: Date): Promise<PartyRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<PartyRow>(sql`
    SELECT t.id, t.name, t.description, t.host_id, t.state, t.removed_by, t.removed_reason, t.is_adult, t.spotify_playlist_id,
      CASE WHEN t.state = 'held' THEN (SELECT h.hold_reasons FROM queue_items h WHERE h.content_kind = 'listening_party' AND h.content_id = t.id AND h.state = 'open') END AS hold_reasons,
      CASE WHEN t.ended_at IS NULL THEN (SELECT count(*)::int FROM listening_party_participants m WHERE m.party_id = t.id AND ${isHere(now)}) ELSE t.participant_count END AS participant_count,
      CASE WHEN t.ended_at IS NULL THEN ARRAY(SELECT m.participant_id FROM listening_party_participants m WHERE m.party_id = t.id AND ${isHere(now)} ORDER BY m.joined_at, m.id LIMIT ${FACES}) ELSE '{}' END AS here_ids,
      t.allows_listeners, t.stage_position_ms, t.stage_at, t.created_at, t.starts_at, t.ended_at, t.chat_is_off, t.slow_seconds, t.is_dj_mode, t.stage_holder_id, e.last_seq AS event_seq,
      u.id AS playing_upload_id, q.track_id AS playing_track_id, u.author_id AS playing_author_id, k.file_id AS playing_file_id, ${personColumns}
    FROM listening_parties t LEFT JOIN profiles p ON p.id = t.host_id
      LEFT JOIN topics e ON e.topic = 'party:' || t.id::text
      LEFT JOIN listening_party_queue q ON q.id = t.stage_item_id AND t.ended_at IS NULL AND t.stage_is_playing
      LEFT JOIN uploads u ON u.id = q.upload_id AND u.state = 'published' AND NOT u.is_adult
      LEFT JOIN upload_files k ON k.id = q.track_id
    WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One member of a room. */
export interface ParticipantRow extends PersonColumns {
  readonly id: string;
  readonly participant_id: string;
  readonly is_moderator: boolean;
  readonly is_away: boolean;
  readonly is_dj: boolean;
  readonly joined_at: Date;
}

/** Who is present in a room, the host first, then in the order of joining. @param at of one that has ended, its end */
export async function participantPage(
  db: Executor,
  partyId: string,
  hostId: string,
  at: Date,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<ParticipantRow[]> {
  const inRoom = sql`t.party_id = ${partyId} AND t.left_at IS NULL AND t.removed_at IS NULL AND t.seen_at > ${goneAt(at)}`;
  const columns = sql`t.id, t.participant_id, t.is_moderator, t.is_away, t.dj_at IS NOT NULL AS is_dj, t.joined_at, ${personColumns}`;
  const rows = await db.rows<ParticipantRow>(sql`
    SELECT ${columns} FROM listening_party_participants t LEFT JOIN profiles p ON p.id = t.participant_id
    WHERE ${inRoom} AND t.participant_id <> ${hostId}${after ? sql` AND (t.joined_at, t.id) > (${after.at}, ${after.id}::uuid)` : sql``}
    ORDER BY t.joined_at, t.id LIMIT ${limit}`);
  if (after) return rows;
  const host = await db.rows<ParticipantRow>(sql`
    SELECT ${columns} FROM listening_party_participants t LEFT JOIN profiles p ON p.id = t.participant_id
    WHERE ${inRoom} AND t.participant_id = ${hostId}`);
  return [...host, ...rows];
}

/** A member's state in a room; null when they never joined. */
export interface Membership {
  readonly is_moderator: boolean;
  readonly is_dj: boolean;
  readonly left_at: Date | null;
  readonly removed_at: Date | null;
}

/** A member's row in a room. */
export async function membershipOf(db: Executor, partyId: string, profileId: string): Promise<Membership | null> {
  const [row] = await db.rows<Membership>(sql`
    SELECT is_moderator, dj_at IS NOT NULL AS is_dj, left_at, removed_at FROM listening_party_participants WHERE party_id = ${partyId} AND participant_id = ${profileId}`);
  return row ?? null;
}

/**
 * Whether somebody may read a room that they may see: every member but who was removed from it for good. Staff read on.
 * @param member their row in it, where they have one
 */
export const isReader = (viewer: Viewer | null, member: Membership | null): boolean =>
  viewer !== null && (isStaff(viewer) || !member?.removed_at);

/** As `isReader`, of a member whose row was not read yet. */
export async function mayReadRoom(db: Executor, partyId: string, viewer: Viewer | null): Promise<boolean> {
  return isReader(viewer, viewer && (await membershipOf(db, partyId, viewer.profileId)));
}

/** Who was last heard of at this time, or earlier, counts as gone. @param now of the server */
export const goneAt = (now: Date): Date => new Date(now.getTime() - 2000 * limits.presenceSeconds);

/** SQL: the members of a room who were heard of lately. @param now of the server */
export const isHere = (now: Date): SQL => sql`left_at IS NULL AND removed_at IS NULL AND seen_at > ${goneAt(now)}`;

/** Whether a member of a room was heard of lately. */
export async function isInRoom(db: Executor, partyId: string, profileId: string, now: Date): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1 FROM listening_party_participants
    WHERE party_id = ${partyId} AND participant_id = ${profileId} AND ${isHere(now)}`);
  return rows.length > 0;
}

/**
 * Who may take the stage while its holder is gone: of those who are here the DJ who joined first, without a DJ the
 * member who joined first. Null in an empty room.
 */
export async function successorOf(db: Executor, partyId: string, holderId: string, now: Date): Promise<string | null> {
  const [row] = await db.rows<{ participant_id: string }>(sql`
    SELECT participant_id FROM listening_party_participants
    WHERE party_id = ${partyId} AND participant_id <> ${holderId} AND ${isHere(now)}
    ORDER BY dj_at IS NULL, joined_at, id LIMIT 1`);
  return row?.participant_id ?? null;
}

/** Members of a room: who has joined, and those of them who are present. */
interface RoomCount {
  readonly joined: number;
  readonly here: number;
}

/** Counts a room again, in the transaction that changes who is in it. */
export async function countRoom(tx: Tx, partyId: string, now: Date): Promise<RoomCount> {
  const [row] = await tx.rows<RoomCount>(sql`
    WITH counted AS (
      SELECT count(*)::int AS joined, (count(*) FILTER (WHERE ${isHere(now)}))::int AS here
      FROM listening_party_participants WHERE party_id = ${partyId} AND left_at IS NULL AND removed_at IS NULL
    ), stored AS (
      UPDATE listening_parties SET participant_count = (SELECT joined FROM counted) WHERE id = ${partyId} AND ended_at IS NULL
    )
    SELECT joined, here FROM counted`);
  return row!;
}
