import { feed } from '#features/feed/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { type HeardPlay, type PlayMark, judge } from './play-rules.ts';

const WINDOW_MS = feed.playWindowMinutes * 60_000;
const DAY_MS = 86_400_000;

export interface PlayRow {
  readonly id: string;
  readonly track_id: string;
  readonly upload_id: string;
  readonly listener: string;
  readonly network: string | null;
  readonly link_id: string | null;
  readonly needed_ms: number;
  readonly started_at: Date;
  readonly mark: PlayMark | null;
  readonly counted_at: Date | null;
}

/** Records that a listener has begun a track. */
export async function insertPlay(db: Executor, play: Omit<PlayRow, 'counted_at' | 'mark'>): Promise<void> {
  await db.rows(sql`
    INSERT INTO plays (id, track_id, upload_id, listener, network, link_id, needed_ms, started_at)
    VALUES (${play.id}, ${play.track_id}, ${play.upload_id}, ${play.listener}, ${play.network}, ${play.link_id}, ${play.needed_ms}, ${play.started_at})`);
}

/** A play that was begun. */
export async function playById(db: Executor, id: string): Promise<PlayRow | null> {
  const [row] = await db.rows<PlayRow>(
    sql`SELECT id, track_id, upload_id, listener, network, link_id, needed_ms, started_at, mark, counted_at FROM plays WHERE id = ${id}`,
  );
  return row ?? null;
}

/**
 * Judges a play that was heard: it counts, or is marked. Of many marked ones of one network within the hour only some
 * are stored.
 * @param heard.names under which its listener and network may be known, beside those of the row.
 * @returns whether this play counts, now or since an earlier call; null when its track is gone.
 */
export async function countPlay(
  tx: Tx,
  play: PlayRow,
  heard: { readonly names: readonly string[]; readonly isOwn: boolean; readonly at: Date },
): Promise<boolean | null> {
  const names = [
    ...new Set([...heard.names, play.listener, ...(play.network === null ? [] : [play.network])]),
  ].toSorted();
  // Plays of one listener or network wait for each other, so that two at once see each other; others wait for none.
  await tx.rows(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name || ${play.track_id}::uuid::text, 0)) FROM unnest(${names}::text[]) AS name`);
  const since = new Date(heard.at.getTime() - WINDOW_MS);
  // Begun after the lock was there: these see every play of theirs that was judged before.
  const [now] = await tx.rows<{ counted_at: Date | null; mark: PlayMark | null }>(
    sql`SELECT counted_at, mark FROM plays WHERE id = ${play.id}`,
  );
  if (!now) return null;
  if (now.counted_at ?? now.mark) return now.counted_at !== null;
  const counted = await tx.rows<HeardPlay>(sql`
    SELECT listener, network, counted_at AS "heardAt" FROM plays
    WHERE track_id = ${play.track_id} AND counted_at > ${since} AND listener = ANY(${names}::text[])
    UNION ALL
    SELECT listener, network, counted_at FROM plays
    WHERE track_id = ${play.track_id} AND counted_at > ${since} AND network = ANY(${names}::text[])`);
  const mark = judge({ ...play, heardAt: heard.at, isOwn: heard.isOwn }, counted, names);
  if (mark === null) {
    await tx.rows(sql`UPDATE plays SET heard_at = ${heard.at}, counted_at = ${heard.at} WHERE id = ${play.id}`);
    await tx.rows(sql`UPDATE upload_files SET play_count = play_count + 1 WHERE id = ${play.track_id}`);
    return true;
  }
  const [marked] = await tx.rows<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM plays WHERE network = ${play.network} AND mark IS NOT NULL AND heard_at > ${since} LIMIT ${feed.playMarksKept}) stored`);
  if (marked!.count >= feed.playMarksKept) await tx.rows(sql`DELETE FROM plays WHERE id = ${play.id}`);
  else await tx.rows(sql`UPDATE plays SET heard_at = ${heard.at}, mark = ${mark} WHERE id = ${play.id}`);
  return false;
}

/**
 * Plays that were begun a day ago and never heard are forgotten. Of what was heard, marked ones are forgotten and counted
 * ones lose the network's name once they are too old to be judged again.
 */
export async function forgetPlays(db: Executor, now: Date): Promise<void> {
  const day = new Date(now.getTime() - DAY_MS);
  const old = new Date(now.getTime() - feed.playEventDays * DAY_MS);
  await db.rows(sql`
    DELETE FROM plays WHERE counted_at IS NULL AND (started_at < ${old} OR (started_at < ${day} AND heard_at IS NULL))`);
  await db.rows(sql`UPDATE plays SET network = NULL WHERE network IS NOT NULL AND heard_at < ${old}`);
}

/** A play event of a track, with its current mark. */
export interface PlayEvent extends HeardPlay {
  readonly id: string;
  readonly isOwn: boolean;
  readonly mark: PlayMark | null;
}

/** The next events of a track that can be judged, in order of time. */
export async function playEvents(
  db: Executor,
  trackId: string,
  after: { readonly heardAt: Date; readonly id: string },
  limit: number,
): Promise<PlayEvent[]> {
  return await db.rows<PlayEvent>(sql`
    SELECT p.id, p.listener, p.network, p.heard_at AS "heardAt", p.mark, p.listener = u.author_id::text OR p.mark IS NOT DISTINCT FROM 'own' AS "isOwn"
    FROM plays p JOIN uploads u ON u.id = p.upload_id
    WHERE p.track_id = ${trackId} AND p.network IS NOT NULL AND (p.heard_at, p.id) > (${after.heardAt}::timestamptz, ${after.id}::uuid)
    ORDER BY p.heard_at, p.id LIMIT ${limit}`);
}

/** Tracks that have events which can be judged, by id. */
export async function tracksWithEvents(db: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ track_id: string }>(sql`
    SELECT DISTINCT track_id FROM plays WHERE network IS NOT NULL AND heard_at IS NOT NULL AND track_id > ${after}::uuid
    ORDER BY track_id LIMIT ${limit}`);
  return rows.map((row) => row.track_id);
}

/** Rewrites the marks of some events. */
export async function setMarks(tx: Tx, marks: readonly { id: string; mark: PlayMark | null }[]): Promise<void> {
  await tx.rows(sql`
    UPDATE plays p SET mark = m.mark, counted_at = CASE WHEN m.mark IS NULL THEN p.heard_at END
    FROM unnest(${marks.map((one) => one.id)}::uuid[], ${marks.map((one) => one.mark)}::text[]) AS m (id, mark) WHERE p.id = m.id`);
}
