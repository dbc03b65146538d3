import type { QueueItem, Stage } from '#features/parties/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Person } from '#platform/contract/shapes.ts';
import type { Context } from '#platform/server/context.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { requireJoined, requireListener, requireRoom } from '#features/parties/server/party.ts';
import { publishToParty } from '#features/parties/server/publish.ts';
import { type QueuedRow, fileOf, presentQueued, queuedColumns } from '#features/parties/server/queue/queued.ts';
import { playable, queueOrder } from '#features/parties/server/queue/queue-order.ts';
import { type Playback, endOf, isTooFarAhead, leadOf, positionAt, skipNeeded } from '#features/parties/server/rules.ts';
import { isHere, isInRoom, successorOf } from '#features/parties/server/store.ts';
import { nextDjs, passTurn } from '#features/parties/server/queue/turns.ts';
import { armTimer } from './timers.ts';

/** A track of the queue with what decides whether the room may hear it. */
interface ItemRow extends QueuedRow {
  readonly voted: boolean;
}

const itemColumns = (viewerId: string | null) => sql`
  ${queuedColumns},
  EXISTS (SELECT 1 FROM listening_party_votes v WHERE v.item_id = q.id AND v.kind = 'up' AND v.profile_id = ${viewerId}::uuid) AS voted`;

async function queueRows(db: Executor, partyId: string, viewerId: string | null, limit: number): Promise<ItemRow[]> {
  return await db.rows<ItemRow>(sql`
    SELECT ${itemColumns(viewerId)} ${playable} WHERE q.party_id = ${partyId} AND q.state = 'queued' ORDER BY ${queueOrder} LIMIT ${limit}`);
}

/** @param withFile ids of the items whose sound is shown */
async function presentItems(
  db: Executor,
  rows: readonly ItemRow[],
  withFile: ReadonlySet<string>,
): Promise<QueueItem[]> {
  if (rows.length === 0) return [];
  const uploads = rows.filter((row) => withFile.has(row.id)).map((row) => row.upload_id);
  // One after the other: inside a transaction there is one connection.
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.author_id, row.added_by]),
  );
  const files = await filesOf(db, 'upload', uploads);
  const playables = await playablesOf(
    db,
    rows.map((row) => row.upload_id),
  );
  return rows.map((row) =>
    presentQueued(row, {
      author: people.get(row.author_id),
      addedBy: people.get(row.added_by),
      voted: row.voted,
      playable: playables.get(row.track_id),
      file: withFile.has(row.id) ? fileOf(row, files) : undefined,
    }),
  );
}

/** The queue as a reader sees it; the sound of its first track is there, so that pages can load it ahead. */
export async function readQueue(db: Executor, partyId: string, viewerId: string | null): Promise<QueueItem[]> {
  const rows = await queueRows(db, partyId, viewerId, limits.queueMax);
  return await presentItems(db, rows, new Set(rows.slice(0, 1).map((row) => row.id)));
}

interface StageRow {
  readonly host_id: string;
  readonly ended_at: Date | null;
  readonly stage_holder_id: string | null;
  readonly stage_item_id: string | null;
  readonly stage_is_playing: boolean;
  readonly stage_position_ms: number;
  readonly stage_at: Date;
  readonly stage_version: number;
  readonly is_dj_mode: boolean;
  /** Those who are present, and how many of them want the track skipped. */
  readonly here: number;
  readonly skip_votes: number;
}

async function stageRow(ctx: Context, db: Executor, partyId: string, lock: boolean): Promise<StageRow> {
  const here = isHere(ctx.clock.now());
  const [row] = await db.rows<StageRow>(sql`
    SELECT host_id, ended_at, stage_holder_id, stage_item_id, stage_is_playing, stage_position_ms, stage_at, stage_version, is_dj_mode,
      (SELECT count(*)::int FROM listening_party_participants WHERE party_id = ${partyId} AND ${here}) AS here,
      (SELECT count(*)::int FROM listening_party_votes v JOIN listening_party_participants m ON m.party_id = ${partyId} AND m.participant_id = v.profile_id
        WHERE v.item_id = stage_item_id AND v.kind = 'skip' AND ${here}) AS skip_votes
    FROM listening_parties WHERE id = ${partyId}${lock ? sql` FOR UPDATE` : sql``}`);
  return row!;
}

const playbackOf = (row: StageRow): Playback => ({
  isPlaying: row.stage_is_playing,
  positionMs: row.stage_position_ms,
  at: row.stage_at.getTime(),
});

async function currentItem(db: Executor, partyId: string, itemId: string | null): Promise<ItemRow | null> {
  if (itemId === null) return null;
  const [row] = await db.rows<ItemRow>(sql`
    SELECT ${itemColumns(null)} ${playable} WHERE q.party_id = ${partyId} AND q.id = ${itemId} AND q.state = 'playing'`);
  return row ?? null;
}

/** What plays, the same for everybody in the room. */
export async function readStage(ctx: Context, db: Executor, partyId: string): Promise<Stage> {
  const row = await stageRow(ctx, db, partyId, false);
  const item = await currentItem(db, partyId, row.stage_item_id);
  const holderId = row.stage_holder_id ?? row.host_id;
  const [shown] = await presentItems(db, item ? [item] : [], new Set(item ? [item.id] : []));
  const people = await peopleById(db, [holderId]);
  return {
    version: row.stage_version,
    item: shown ?? null,
    isPlaying: row.stage_is_playing && item !== null,
    positionMs: row.stage_position_ms,
    at: row.stage_at.getTime(),
    holder: people.get(holderId) ?? null,
    skipVotes: item ? row.skip_votes : 0,
    skipNeeded: skipNeeded(row.here),
  };
}

/** How far ahead a command takes effect in a room. */
async function leadIn(ctx: Context, tx: Tx, partyId: string): Promise<number> {
  const rows = await tx.rows<{ ms: number }>(sql`
    SELECT round_trip_ms AS ms FROM listening_party_participants
    WHERE party_id = ${partyId} AND round_trip_ms IS NOT NULL AND ${isHere(ctx.clock.now())} LIMIT 500`);
  return leadOf(rows.map((row) => row.ms));
}

interface Change {
  readonly itemId: string | null;
  readonly isPlaying: boolean;
  readonly positionMs: number;
  readonly at: number;
}

/** Writes what plays and how it came there, publishes it, and sets the timer of this process for the end of the track. */
async function setStage(ctx: Context, tx: Tx, partyId: string, before: StageRow, change: Change): Promise<void> {
  await tx.rows(sql`
    UPDATE listening_parties SET stage_item_id = ${change.itemId}::uuid, stage_is_playing = ${change.isPlaying},
      stage_position_ms = ${Math.round(change.positionMs)}, stage_at = ${new Date(change.at)}, stage_version = stage_version + 1
    WHERE id = ${partyId}`);
  await tx.rows(sql`
    INSERT INTO listening_party_playback (item_id, after_ms, version, position_ms, is_playing)
    SELECT q.id, least(2147483647, greatest(0, extract(epoch FROM o.stage_at - q.started_at) * 1000))::int, o.stage_version, o.stage_position_ms, o.stage_is_playing
    FROM listening_parties o JOIN listening_party_queue q ON q.id = o.stage_item_id
    WHERE o.id = ${partyId} AND (SELECT count(*) FROM listening_party_playback WHERE item_id = q.id) < ${limits.playbackPerTrack}
      AND (o.stage_position_ms, o.stage_is_playing, o.stage_at) IS DISTINCT FROM (${before.stage_position_ms}::int, ${before.stage_is_playing}::boolean, ${before.stage_at}::timestamptz)`);
  const stage = await readStage(ctx, tx, partyId);
  await publishToParty(ctx, tx, partyId, 'stage_changed', { stage });
  const end = stage.item && endOf(change, stage.item.durationMs);
  tx.afterCommit(() => armTimer(ctx, partyId, end, advance));
}

/** Ends the track that plays and begins the next one of the queue, or falls silent. @param from when the next one begins */
async function goOn(ctx: Context, tx: Tx, partyId: string, row: StageRow, from: number): Promise<void> {
  if (row.stage_item_id !== null)
    await tx.rows(sql`
      UPDATE listening_party_queue SET state = 'played', ended_at = ${new Date(from)} WHERE id = ${row.stage_item_id} AND state = 'playing'`);
  const turn = row.is_dj_mode ? await passTurn(ctx, tx, partyId) : null;
  const [next] = turn?.itemId ? [{ id: turn.itemId }] : await queueRows(tx, partyId, null, 1);
  if (next)
    await tx.rows(sql`
      UPDATE listening_party_queue SET state = 'playing', place = ${row.stage_version + 1}, started_at = ${new Date(from)} WHERE id = ${next.id}`);
  await setStage(ctx, tx, partyId, row, {
    itemId: next?.id ?? null,
    isPlaying: next !== undefined,
    positionMs: 0,
    at: from,
  });
}

/**
 * Goes on where the track has ended, or must not be heard any more; begins again where its time is off. Every process and every page may ask for it: the
 * party's row decides, and of many at once one has an effect.
 */
export async function advance(ctx: Context, partyId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const row = await stageRow(ctx, tx, partyId, true);
    if (row.ended_at !== null || row.stage_item_id === null || !row.stage_is_playing) return;
    const now = ctx.clock.now().getTime();
    const item = await currentItem(tx, partyId, row.stage_item_id);
    // The server's clock was set back: the room plays on from its last command instead of waiting for that time again.
    if (item !== null && isTooFarAhead(playbackOf(row), now))
      return await setStage(ctx, tx, partyId, row, {
        itemId: item.id,
        ...playbackOf(row),
        at: now + (await leadIn(ctx, tx, partyId)),
      });
    const end = item && endOf(playbackOf(row), item.duration_ms);
    // Asked a little before the end, so that the next one begins in time everywhere.
    if (end !== null && now < end - limits.leadMaxMs) return;
    const begins =
      end === null ? now + (await leadIn(ctx, tx, partyId)) : Math.max(end + limits.gapMs, now + limits.leadMinMs);
    await goOn(ctx, tx, partyId, row, begins);
  });
}

/** Whether the track should have ended by now, or its beginning lies too far ahead because the clock was set back. */
export function isOverdue(stage: Stage, now: number): boolean {
  if (!stage.isPlaying) return false;
  if (isTooFarAhead(stage, now)) return true;
  return stage.item === null || (endOf(stage, stage.item.durationMs) ?? Infinity) + limits.gapMs < now;
}

/** The stage as a page of the room shows it. */
interface RoomStage {
  readonly stage: Stage;
  readonly queue: QueueItem[];
  readonly djs: Person[];
  readonly wantsSkip: boolean;
}

/** Stage, queue and turns of a room. @throws {Refusal} as `requireListener` */
export async function readRoomStage(ctx: Context, viewer: Viewer | null, partyId: string): Promise<RoomStage> {
  const { isDjMode } = await requireListener(ctx.db, partyId, viewer);
  const read = async (): Promise<RoomStage> => {
    const [stage, queue, djs, wantsSkip] = await Promise.all([
      readStage(ctx, ctx.db, partyId),
      readQueue(ctx.db, partyId, viewer?.profileId ?? null),
      isDjMode ? nextDjs(ctx, partyId) : [],
      viewer !== null && hasVotedSkip(ctx.db, partyId, viewer.profileId),
    ]);
    return { stage, queue, djs, wantsSkip };
  };
  const room = await read();
  if (!isOverdue(room.stage, ctx.clock.now().getTime())) return room;
  await advance(ctx, partyId);
  return await read();
}

/** Whether a member has voted to skip what plays. */
async function hasVotedSkip(db: Executor, partyId: string, profileId: string): Promise<boolean> {
  const rows = await db.rows(sql`
    SELECT 1 FROM listening_parties o JOIN listening_party_votes v ON v.item_id = o.stage_item_id
    WHERE o.id = ${partyId} AND v.kind = 'skip' AND v.profile_id = ${profileId}`);
  return rows.length > 0;
}

/**
 * Gives the stage to a member; what plays goes on as it was.
 * @param holderId null for the host
 */
export async function giveStage(ctx: Context, tx: Tx, partyId: string, holderId: string | null): Promise<void> {
  await tx.rows(sql`UPDATE listening_parties SET stage_holder_id = ${holderId}::uuid WHERE id = ${partyId}`);
  const row = await stageRow(ctx, tx, partyId, false);
  await setStage(ctx, tx, partyId, row, { itemId: row.stage_item_id, ...playbackOf(row) });
  await publishToParty(ctx, tx, partyId, 'party_changed', { id: partyId });
}

/** Requires the holder of the stage. @throws {Refusal} `forbidden` */
function checkHolder(row: StageRow, viewer: Viewer): void {
  if ((row.stage_holder_id ?? row.host_id) !== viewer.profileId) throw new Refusal('forbidden');
}

/**
 * Plays, pauses, seeks or goes on for the room. All pages act at the same time of the server's clock.
 * @throws {Refusal} `forbidden`, `queue_empty`, `not_joined`, as `requireRoom`
 */
export async function driveStage(
  ctx: Context,
  viewer: Viewer,
  partyId: string,
  command: { action: 'play' | 'pause' | 'seek' | 'next'; positionMs: number | null },
): Promise<Stage> {
  await ctx.db.tx(async (tx) => {
    await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    const row = await stageRow(ctx, tx, partyId, true);
    checkHolder(row, viewer);
    const at = ctx.clock.now().getTime() + (await leadIn(ctx, tx, partyId));
    const item = await currentItem(tx, partyId, row.stage_item_id);
    if (command.action === 'next' || (command.action === 'play' && item === null)) {
      if (command.action === 'play' && (await queueRows(tx, partyId, null, 1)).length === 0)
        throw new Refusal('queue_empty');
      return await goOn(ctx, tx, partyId, row, at);
    }
    if (item === null) throw new Refusal('queue_empty');
    const playback = playbackOf(row);
    const here = positionAt(playback, at, item.duration_ms);
    const isPlaying = command.action === 'seek' ? playback.isPlaying : command.action === 'play';
    if (command.action !== 'seek' && isPlaying === playback.isPlaying) return;
    const positionMs = command.action === 'seek' ? Math.min(command.positionMs ?? 0, item.duration_ms) : here;
    await setStage(ctx, tx, partyId, row, { itemId: item.id, isPlaying, positionMs, at });
  });
  return await readStage(ctx, ctx.db, partyId);
}

/**
 * Takes the stage over: the host may at any time, the next member (`successorOf`) while the holder is gone.
 * @throws {Refusal} `forbidden`, `not_joined`, as `requireRoom`
 */
export async function takeStage(ctx: Context, viewer: Viewer, partyId: string): Promise<Stage> {
  await ctx.db.tx(async (tx) => {
    await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    const row = await stageRow(ctx, tx, partyId, true);
    const holderId = row.stage_holder_id ?? row.host_id;
    if (holderId === viewer.profileId) return;
    const isHost = viewer.profileId === row.host_id;
    const now = ctx.clock.now();
    if (!isHost && (await isInRoom(tx, partyId, holderId, now))) throw new Refusal('forbidden');
    if (!isHost && (await successorOf(tx, partyId, holderId, now)) !== viewer.profileId) throw new Refusal('forbidden');
    await giveStage(ctx, tx, partyId, isHost ? null : viewer.profileId);
  });
  return await readStage(ctx, ctx.db, partyId);
}

/**
 * Goes on with the next track where enough of those who are present want that: after a vote, and after somebody left, for
 * fewer votes are needed then. @returns whether it went on
 */
export async function goOnIfSkipped(ctx: Context, tx: Tx, partyId: string): Promise<boolean> {
  const row = await stageRow(ctx, tx, partyId, true);
  if (row.stage_item_id === null || row.skip_votes === 0 || row.skip_votes < skipNeeded(row.here)) return false;
  await goOn(ctx, tx, partyId, row, ctx.clock.now().getTime() + (await leadIn(ctx, tx, partyId)));
  return true;
}

/** Votes to skip what plays; more than half of the room skips it. @throws {Refusal} `not_joined`, as `requireRoom` */
export async function voteSkip(ctx: Context, viewer: Viewer, partyId: string, on: boolean): Promise<Stage> {
  await ctx.db.tx(async (tx) => {
    await requireRoom(ctx, tx, partyId, viewer, true);
    await requireJoined(tx, partyId, viewer);
    const before = await stageRow(ctx, tx, partyId, true);
    if (before.stage_item_id === null) return;
    await tx.rows(
      on
        ? sql`INSERT INTO listening_party_votes (item_id, profile_id, kind) VALUES (${before.stage_item_id}, ${viewer.profileId}, 'skip') ON CONFLICT DO NOTHING`
        : sql`DELETE FROM listening_party_votes WHERE item_id = ${before.stage_item_id} AND profile_id = ${viewer.profileId} AND kind = 'skip'`,
    );
    if (await goOnIfSkipped(ctx, tx, partyId)) return;
    const row = await stageRow(ctx, tx, partyId, false);
    if (row.skip_votes === before.skip_votes) return;
    await setStage(ctx, tx, partyId, row, { itemId: row.stage_item_id, ...playbackOf(row) });
  });
  return await readStage(ctx, ctx.db, partyId);
}
