import type { PlaybackStep, PlayedTrack, QueueItem } from '#contract/parties.ts';
import { type PartyReaction, parties as limits } from '#contract/limits/parties.ts';
import type { Context } from '#server/context.ts';
import { requireSeen } from '#server/features/content/policies.ts';
import { contentType } from '#server/features/content/type.ts';
import { unblockedOnly } from '#server/features/friends/store.ts';
import { filesOf, presentFile } from '#server/features/media/actions.ts';
import { unknownPerson } from '#server/features/profiles/rules.ts';
import { peopleById } from '#server/features/profiles/store.ts';
import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import { type Viewer, isStaff } from '#server/platform/http/viewer.ts';
import { newId } from '#server/platform/ids.ts';
import { readTimeCursor, timeCursor } from '#server/platform/paging.ts';
import { requireJoined, requireRoom, standingOf } from '#server/features/parties/party.ts';
import { hintToParty } from '#server/features/parties/publish.ts';
import { queueOrder } from './queue-order.ts';
import { readQueue } from '#server/features/parties/stage/stage.ts';
import { membershipOf } from '#server/features/parties/store.ts';
import { listeningParty } from '#server/features/parties/types.ts';

/** Pages read the queue again; hints of the same moment are one request of a page. */
export function queueChanged(ctx: Context, tx: Tx, partyId: string): void {
  tx.afterCommit(() => hintToParty(ctx, partyId, 'queue_changed', { version: ctx.clock.now().getTime() }));
}

/**
 * Puts a track at the end of the queue.
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

/** What decides about the order of a queue. */
async function mayOrder(tx: Tx, viewer: Viewer, partyId: string): Promise<boolean> {
  const facts = await requireSeen(tx, listeningParty, partyId, viewer, true);
  const holderId = facts.stageHolderId ?? facts.authorId;
  return (
    holderId === viewer.profileId ||
    standingOf(viewer, facts, await membershipOf(tx, partyId, viewer.profileId)).canModerate
  );
}

/** Takes a track out: who added it, and who orders the queue. Twice is once. @throws {Refusal} `forbidden`, as `requireSeen` */
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

/** Votes for a track, or takes the vote back. @throws {Refusal} `not_joined`, `not_found`, as `requireRoom` */
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

/** Reactions of one key within one second of a track. */
export interface ReactionSum {
  readonly key: PartyReaction;
  readonly atMs: number;
  readonly count: number;
}

interface SumRow {
  readonly item_id: string;
  readonly key: PartyReaction;
  readonly second: number;
  readonly count: number;
}

/** Reactions to some tracks, by track. */
export async function reactionsTo(db: Executor, itemIds: readonly string[]): Promise<Map<string, ReactionSum[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db.rows<SumRow>(sql`
    SELECT item_id, key, second, count FROM listening_party_reactions
    WHERE item_id = ANY(${[...itemIds]}::uuid[]) ORDER BY item_id, second, key`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.item_id)].map(([itemId, sums]) => [
      itemId,
      sums.map(({ key, second, count }) => ({ key, atMs: second * limits.reactionBucketMs, count })),
    ]),
  );
}

interface StepRow {
  readonly item_id: string;
  readonly after_ms: number;
  readonly position_ms: number;
  readonly is_playing: boolean;
}

/** Pauses and seeks of some tracks, by track, in order. */
async function playbackOf(db: Executor, itemIds: readonly string[]): Promise<Map<string, PlaybackStep[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db.rows<StepRow>(sql`
    SELECT item_id, after_ms, position_ms, is_playing FROM listening_party_playback
    WHERE item_id = ANY(${[...itemIds]}::uuid[]) ORDER BY item_id, after_ms, version`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.item_id)].map(([itemId, steps]) => [
      itemId,
      steps.map((row) => ({ afterMs: row.after_ms, positionMs: row.position_ms, isPlaying: row.is_playing })),
    ]),
  );
}

interface PlayedRow {
  readonly id: string;
  readonly upload_id: string;
  readonly track_id: string;
  readonly file_id: string;
  readonly title: string;
  readonly author_id: string;
  readonly added_by: string;
  readonly votes: number;
  readonly duration_ms: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  /** No block stands between the reader and who put it on. */
  readonly shows_adder: boolean;
}

/**
 * What was played, in order. Tracks that nobody may hear any more are left out, and those of authors with whom the reader
 * has a block; who put a track on is not named where the block is with them. @throws {Refusal} as `requireSeen`
 */
export async function readRecord(
  ctx: Context,
  viewer: Viewer | null,
  partyId: string,
  after: string | undefined,
): Promise<{ items: (PlayedTrack & { reactions: ReactionSum[]; playback: PlaybackStep[] })[]; next: string | null }> {
  await requireSeen(ctx.db, listeningParty, partyId, viewer);
  const key = readTimeCursor(after);
  const rows = await ctx.db.rows<PlayedRow>(sql`
    SELECT q.id, q.upload_id, q.track_id, t.file_id, u.title, u.author_id, q.added_by, q.votes, f.duration_ms, q.started_at, q.ended_at,
      (true${unblockedOnly(viewer, sql`q.added_by`)}) AS shows_adder
    FROM listening_party_queue q JOIN listening_parties o ON o.id = q.party_id
    JOIN uploads u ON u.id = q.upload_id AND u.state = 'published' AND (o.is_adult OR NOT u.is_adult)
    JOIN upload_files t ON t.id = q.track_id JOIN files f ON f.id = t.file_id AND f.duration_ms IS NOT NULL
    WHERE q.party_id = ${partyId} AND q.state = 'played'${unblockedOnly(viewer, sql`u.author_id`)}${key ? sql` AND (q.started_at, q.id) > (${key.at}, ${key.id}::uuid)` : sql``}
    ORDER BY q.started_at, q.id LIMIT ${limits.perPage + 1}`);
  const page = rows.slice(0, limits.perPage);
  const last = rows.length > page.length ? page.at(-1)! : null;
  const [people, reactions, playback, files] = await Promise.all([
    peopleById(
      ctx.db,
      page.flatMap((row) => [row.author_id, row.added_by]),
    ),
    reactionsTo(
      ctx.db,
      page.map((row) => row.id),
    ),
    playbackOf(
      ctx.db,
      page.map((row) => row.id),
    ),
    filesOf(
      ctx.db,
      'upload',
      page.map((row) => row.upload_id),
    ),
  ]);
  const fileOf = (row: PlayedRow) => {
    const file = files.get(row.upload_id)?.find((one) => one.id === row.file_id);
    return file ? presentFile(file) : null;
  };
  return {
    items: page.map((row) => ({
      item: {
        id: row.id,
        uploadId: row.upload_id,
        trackId: row.track_id,
        title: row.title,
        author: people.get(row.author_id) ?? unknownPerson,
        addedBy: (row.shows_adder ? people.get(row.added_by) : undefined) ?? unknownPerson,
        durationMs: row.duration_ms,
        votes: row.votes,
        voted: false,
        file: fileOf(row),
      },
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      reactions: reactions.get(row.id) ?? [],
      playback: playback.get(row.id) ?? [],
    })),
    next: last && timeCursor(last.started_at, last.id),
  };
}
