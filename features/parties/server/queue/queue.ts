import type { QueueItem } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { requireSeen } from '#content/core/server/policies.ts';
import { contentType } from '#content/core/server/type.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { newId } from '#platform/server/ids.ts';
import { requireJoined, requireReader, requireRoom, standingOf } from '#features/parties/server/party.ts';
import { hintToParty } from '#features/parties/server/publish.ts';
import { playable, queueOrder } from './queue-order.ts';
import { readQueue } from '#features/parties/server/stage/stage.ts';
import { membershipOf } from '#features/parties/server/store.ts';

/** Lets pages fetch the queue again; they coalesce hints of a burst into one request. */
export function queueChanged(ctx: Context, tx: Tx, partyId: string): void {
  tx.afterCommit(() => hintToParty(ctx, partyId, 'queue_changed', { version: ctx.clock.now().getTime() }));
}

/**
 * Appends a track to the queue.
 * @throws {Refusal} `track_not_found`, `track_not_shareable`, `queue_full`, `already_queued`, `not_joined`, as `requireRoom`
 */
export async function addToQueue(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  track: { uploadId: string; trackId: string },
): Promise<QueueItem[]> {
  await ctx.db.tx(async (tx) => {
    const party = await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    await checkTrack(tx, viewer, party.isAdult, track);
    await dropUnplayable(tx, partyId);
    const [counts] = await tx.rows<{ all: number; own: number; same: number }>(sql`
      SELECT count(*)::int AS all, (count(*) FILTER (WHERE added_by = ${viewer.profileId}))::int AS own,
        (count(*) FILTER (WHERE track_id = ${track.trackId}))::int AS same
      FROM listening_party_queue WHERE party_id = ${partyId} AND state = 'queued'`);
    if (counts!.same > 0) throw new Refusal('already_queued');
    if (counts!.all >= limits.queueMax || counts!.own >= limits.queuedPerMember) throw new Refusal('queue_full');
    const now = ctx.clock.now();
    await tx.rows(sql`
      INSERT INTO listening_party_queue (id, party_id, upload_id, track_id, added_by, added_at, state)
      VALUES (${newId(now)}, ${partyId}, ${track.uploadId}, ${track.trackId}, ${viewer.profileId}, ${now}, 'queued')`);
    queueChanged(ctx, tx, partyId);
  });
  return await readQueue(ctx.db, partyId, viewer.profileId);
}

/**
 * Deletes tracks of the queue that nobody may hear any more, with their votes: the list does not name them, so that
 * nobody could take them out, and they would count against the limits.
 */
export async function dropUnplayable(tx: Tx, partyId: string): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    DELETE FROM listening_party_queue d WHERE d.party_id = ${partyId} AND d.state = 'queued'
      AND NOT EXISTS (SELECT 1 ${playable} WHERE q.id = d.id) RETURNING d.id`);
  await tx.rows(sql`DELETE FROM listening_party_votes WHERE item_id = ANY(${rows.map(({ id }) => id)}::uuid[])`);
}

/** Only tracks that everybody in the room may hear. @throws {Refusal} `track_not_found`, `track_not_shareable` */
async function checkTrack(
  tx: Tx,
  viewer: Viewer,
  roomIsAdult: boolean,
  { uploadId, trackId }: { uploadId: string; trackId: string },
): Promise<void> {
  const facts = await requireSeen(tx, contentType('upload')!, uploadId, viewer);
  const [row] = await tx.rows<{ processing: string; duration_ms: number | null }>(sql`
    SELECT f.processing, f.duration_ms FROM upload_files t JOIN files f ON f.id = t.file_id
    WHERE t.id = ${trackId} AND t.upload_id = ${uploadId} AND t.kind = 'audio'`);
  if (!row) throw new Refusal('track_not_found');
  if (
    facts.state !== 'published' ||
    (facts.isAdult && !roomIsAdult) ||
    row.processing !== 'done' ||
    row.duration_ms === null
  )
    throw new Refusal('track_not_shareable');
}

/** The fields that decide the order of a queue. */
async function mayOrder(tx: Tx, viewer: Viewer, partyId: string): Promise<boolean> {
  const facts = await requireReader(tx, partyId, viewer, true);
  const holderId = facts.stageHolderId ?? facts.authorId;
  return (
    holderId === viewer.profileId ||
    standingOf(viewer, facts, await membershipOf(tx, partyId, viewer.profileId)).canModerate
  );
}

/** Removes a track, by whoever added it or orders the queue. Idempotent. @throws {Refusal} `forbidden`, as `requireReader` */
export async function removeFromQueue(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  itemId: string,
): Promise<QueueItem[]> {
  await ctx.db.tx(async (tx) => {
    const isOrderer = await mayOrder(tx, viewer, partyId);
    const [item] = await tx.rows<{ added_by: string }>(sql`
      SELECT added_by FROM listening_party_queue WHERE id = ${itemId} AND party_id = ${partyId} AND state = 'queued'`);
    if (!item) return;
    if (!isOrderer && item.added_by !== viewer.profileId && !isStaff(viewer)) throw new Refusal('forbidden');
    await tx.rows(sql`DELETE FROM listening_party_votes WHERE item_id = ${itemId}`);
    await tx.rows(sql`DELETE FROM listening_party_queue WHERE id = ${itemId}`);
    queueChanged(ctx, tx, partyId);
  });
  return await readQueue(ctx.db, partyId, viewer.profileId);
}

/** Moves a track before another one, or to the end. Then the whole queue has its order by hand. @throws {Refusal} `forbidden`, `not_found` */
export async function placeInQueue(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  itemId: string,
  before: string | null,
): Promise<QueueItem[]> {
  await ctx.db.tx(async (tx) => {
    if (!(await mayOrder(tx, viewer, partyId))) throw new Refusal('forbidden');
    const rows = await tx.rows<{ id: string }>(sql`
      SELECT q.id FROM listening_party_queue q WHERE q.party_id = ${partyId} AND q.state = 'queued' ORDER BY ${queueOrder} LIMIT ${limits.queueMax}`);
    const ids = rows.map((row) => row.id);
    if (!ids.includes(itemId) || (before !== null && !ids.includes(before))) throw new Refusal('not_found');
    if (before === itemId) return;
    const others = ids.filter((id) => id !== itemId);
    others.splice(before === null ? others.length : others.indexOf(before), 0, itemId);
    await tx.rows(sql`
      UPDATE listening_party_queue SET place = array_position(${others}::uuid[], id)
      WHERE party_id = ${partyId} AND state = 'queued'`);
    queueChanged(ctx, tx, partyId);
  });
  return await readQueue(ctx.db, partyId, viewer.profileId);
}

/** Votes for a track, or removes the vote. @throws {Refusal} `not_joined`, `not_found`, as `requireRoom` */
export async function voteUp(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  itemId: string,
  on: boolean,
): Promise<QueueItem[]> {
  await ctx.db.tx(async (tx) => {
    await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    const items = await tx.rows(sql`
      SELECT 1 FROM listening_party_queue WHERE id = ${itemId} AND party_id = ${partyId} AND state = 'queued'`);
    if (items.length === 0) throw new Refusal('not_found');
    const changed = await tx.rows(
      on
        ? sql`INSERT INTO listening_party_votes (item_id, profile_id, kind) VALUES (${itemId}, ${viewer.profileId}, 'up') ON CONFLICT DO NOTHING RETURNING item_id`
        : sql`DELETE FROM listening_party_votes WHERE item_id = ${itemId} AND profile_id = ${viewer.profileId} AND kind = 'up' RETURNING item_id`,
    );
    if (changed.length === 0) return;
    await tx.rows(
      sql`UPDATE listening_party_queue SET votes = greatest(0, votes + ${on ? 1 : -1}) WHERE id = ${itemId}`,
    );
    queueChanged(ctx, tx, partyId);
  });
  return await readQueue(ctx.db, partyId, viewer.profileId);
}
