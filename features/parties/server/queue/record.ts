import type { PlaybackStep, PlayedTrack } from '#features/parties/contract/endpoints.ts';
import { type PartyReaction, parties as limits } from '#features/parties/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import { unblockedOnly } from '#people/friends/server/store.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import { filesOf } from '#content/media/server/actions.ts';
import { peopleById } from '#people/profiles/server/store.ts';
import { type Executor, sql } from '#platform/server/db/database.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { placeCursor, readPlaceCursor } from '#platform/server/paging.ts';
import { requireReader } from '#features/parties/server/party.ts';
import { type QueuedRow, fileOf, presentQueued, queuedColumns } from './queued.ts';

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

interface PlayedRow extends QueuedRow {
  readonly place: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  /** No block stands between the reader and who put it on. */
  readonly shows_adder: boolean;
}

/**
 * What was played, in order. Tracks that nobody may hear any more are left out, and those of authors with whom the reader
 * has a block; who put a track on is not named where the block is with them. @throws {Refusal} as `requireReader`
 */
export async function readRecord(
  ctx: Context,
  viewer: Viewer | null,
  partyId: string,
  after: string | undefined,
): Promise<{ items: (PlayedTrack & { reactions: ReactionSum[]; playback: PlaybackStep[] })[]; next: string | null }> {
  await requireReader(ctx.db, partyId, viewer);
  const place = readPlaceCursor(after);
  const rows = await ctx.db.rows<PlayedRow>(sql`
    SELECT ${queuedColumns}, q.place, q.started_at, q.ended_at,
      (true${unblockedOnly(viewer, sql`q.added_by`)}) AS shows_adder
    FROM listening_party_queue q JOIN listening_parties o ON o.id = q.party_id
    JOIN uploads u ON u.id = q.upload_id AND u.state = 'published' AND (o.is_adult OR NOT u.is_adult)
    JOIN upload_files t ON t.id = q.track_id JOIN files f ON f.id = t.file_id AND f.duration_ms IS NOT NULL
    WHERE q.party_id = ${partyId} AND q.state = 'played'${unblockedOnly(viewer, sql`u.author_id`)}${place === null ? sql`` : sql` AND q.place > ${place}`}
    ORDER BY q.place LIMIT ${limits.perPage + 1}`);
  const page = rows.slice(0, limits.perPage);
  const last = rows.length > page.length ? page.at(-1)! : null;
  const [people, reactions, playback, files, playables] = await Promise.all([
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
    playablesOf(
      ctx.db,
      page.map((row) => row.upload_id),
    ),
  ]);
  return {
    items: page.map((row) => ({
      item: presentQueued(row, {
        author: people.get(row.author_id),
        addedBy: row.shows_adder ? people.get(row.added_by) : undefined,
        voted: false,
        playable: playables.get(row.track_id),
        file: fileOf(row, files),
      }),
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      reactions: reactions.get(row.id) ?? [],
      playback: playback.get(row.id) ?? [],
    })),
    next: last && placeCursor(last.place),
  };
}
