import { parties as limits } from '#features/parties/contract/limits.ts';
import { sets as setLimits } from '#features/sets/contract/limits.ts';
import type { QueuedSet } from '#features/parties/contract/endpoints.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { requireJoined, requireRoom } from '#features/parties/server/party.ts';
import { dropUnplayable, queueChanged } from './queue.ts';
import { readQueue } from '#features/parties/server/stage/stage.ts';

/** An entry of a set, with what decides whether a room may hear it. */
interface CandidateRow {
  readonly upload_id: string | null;
  readonly track_id: string | null;
  readonly is_playable: boolean;
  readonly is_queued: boolean;
}

/** Entries of a set in order, each with whether everybody in the room may hear it. A song counts as its track. */
async function candidates(
  tx: Tx,
  viewer: Viewer,
  party: { readonly id: string; readonly isAdult: boolean },
  setId: string,
): Promise<CandidateRow[]> {
  return await tx.rows<CandidateRow>(sql`
    SELECT u.id AS upload_id, t.id AS track_id, (u.id IS NOT NULL AND f.id IS NOT NULL) AS is_playable,
      EXISTS (SELECT 1 FROM listening_party_queue q
        WHERE q.party_id = ${party.id} AND q.state = 'queued' AND q.track_id = t.id) AS is_queued
    FROM set_entries e
    LEFT JOIN songs s ON s.id = e.song_id AND s.state = 'published'
      AND (${party.isAdult}::boolean OR NOT s.is_adult)${unblockedOnly(viewer, sql.raw('s.author_id'))}
    LEFT JOIN upload_files t ON t.id = coalesce(e.track_id, s.track_id) AND t.kind = 'audio'
    LEFT JOIN uploads u ON u.id = t.upload_id AND u.state = 'published'
      AND (${party.isAdult}::boolean OR NOT u.is_adult)${unblockedOnly(viewer, sql.raw('u.author_id'))}
    LEFT JOIN files f ON f.id = t.file_id AND f.state = 'claimed' AND f.processing = 'done' AND f.duration_ms IS NOT NULL
    WHERE e.set_id = ${setId} ORDER BY e.place, e.id LIMIT ${setLimits.entriesMax}`);
}

/** How many tracks a member may still add. */
async function roomFor(tx: Tx, partyId: string, viewer: Viewer): Promise<number> {
  const [counts] = await tx.rows<{ all: number; own: number }>(sql`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE added_by = ${viewer.profileId}))::int AS own
    FROM listening_party_queue WHERE party_id = ${partyId} AND state = 'queued'`);
  return Math.min(limits.queueMax - counts!.all, limits.queuedPerMember - counts!.own);
}

/** The entries of a set that are added, and how many are left out for which reason. */
function choose(rows: readonly CandidateRow[], room: number) {
  const chosen = new Map<string, { readonly uploadId: string; readonly trackId: string }>();
  const leftOut = { notPlayable: 0, alreadyQueued: 0, noRoom: 0 };
  for (const { upload_id: uploadId, track_id: trackId, is_playable, is_queued } of rows) {
    if (!is_playable || uploadId === null || trackId === null) leftOut.notPlayable++;
    else if (is_queued || chosen.has(trackId)) leftOut.alreadyQueued++;
    else if (chosen.size >= room) leftOut.noRoom++;
    else chosen.set(trackId, { uploadId, trackId });
  }
  return { chosen: [...chosen.values()], leftOut };
}

/**
 * Puts the tracks of a set at the end of the queue, in its order: those that everybody in the room may hear, as far as
 * there is room. The set is public or the member's own.
 * @throws {Refusal} `set_not_found`, `adults_only`, `set_not_playable`, `queue_full`, `not_joined`, as `requireRoom`
 */
export async function addSetToQueue(ctx: Context, viewer: Viewer, partyId: string, setId: string): Promise<QueuedSet> {
  const result = await ctx.db.tx(async (tx) => {
    const party = await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    const set = await requireSeen(tx, contentType('set')!, setId, viewer);
    const isOwn = set.authorId === viewer.profileId && set.state !== 'removed';
    if (set.state !== 'published' && !isOwn) throw new Refusal('set_not_found');
    await dropUnplayable(tx, partyId);
    const rows = await candidates(tx, viewer, { id: partyId, isAdult: party.isAdult }, setId);
    const { chosen, leftOut } = choose(rows, await roomFor(tx, partyId, viewer));
    if (chosen.length === 0) throw new Refusal(leftOut.noRoom > 0 ? 'queue_full' : 'set_not_playable');
    const now = ctx.clock.now();
    // The order among tracks of one time is that of their ids.
    const ids = chosen.map(() => newId(now)).toSorted();
    await tx.rows(sql`
      INSERT INTO listening_party_queue (id, party_id, upload_id, track_id, added_by, added_at, state)
      SELECT c.id, ${partyId}::uuid, c.upload_id, c.track_id, ${viewer.profileId}::uuid, ${now}::timestamptz, 'queued'
      FROM unnest(${ids}::uuid[], ${chosen.map((one) => one.uploadId)}::uuid[], ${chosen.map((one) => one.trackId)}::uuid[])
        AS c (id, upload_id, track_id)`);
    queueChanged(ctx, tx, partyId);
    return { total: rows.length, added: chosen.length, leftOut };
  });
  return { ...result, queue: await readQueue(ctx.db, partyId, viewer.profileId) };
}
