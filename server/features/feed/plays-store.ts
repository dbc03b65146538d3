import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';

export interface PlayRow {
  readonly id: string;
  readonly track_id: string;
  readonly upload_id: string;
  readonly listener: string;
  readonly needed_ms: number;
  readonly started_at: Date;
  readonly counted_at: Date | null;
}

/** Notes that a listener has begun a track. */
export async function insertPlay(db: Executor, play: Omit<PlayRow, 'counted_at'>): Promise<void> {
  await db.rows(sql`
    INSERT INTO plays (id, track_id, upload_id, listener, needed_ms, started_at)
    VALUES (${play.id}, ${play.track_id}, ${play.upload_id}, ${play.listener}, ${play.needed_ms}, ${play.started_at})`);
}

/** A play that was begun. */
export async function playById(db: Executor, id: string): Promise<PlayRow | null> {
  const [row] = await db.rows<PlayRow>(
    sql`SELECT id, track_id, upload_id, listener, needed_ms, started_at, counted_at FROM plays WHERE id = ${id}`,
  );
  return row ?? null;
}

/**
 * Counts a play, unless one of the same listener has counted since a moment.
 * @param listeners under which this listener may be known.
 * @returns whether this play counts, now or since an earlier call; null when its track is gone.
 */
export async function countPlay(
  tx: Tx,
  play: PlayRow,
  listeners: readonly string[],
  since: Date,
  at: Date,
): Promise<boolean | null> {
  // Plays of one listener wait for each other, so that two at once see each other; a track that many hear waits for none.
  const names = [...listeners].toSorted();
  await tx.rows(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name || ${play.track_id}::uuid::text, 0)) FROM unnest(${names}::text[]) AS name`);
  // Begun after the lock was there: it sees every play of theirs that was counted before.
  const [own] = await tx.rows<{ counts: boolean }>(sql`
    WITH now_counted AS (
      UPDATE plays SET counted_at = ${at} WHERE id = ${play.id} AND counted_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM plays WHERE listener = ANY(${[...listeners]}::text[]) AND track_id = ${play.track_id} AND counted_at > ${since})
      RETURNING track_id
    ), added AS (
      UPDATE upload_files SET play_count = play_count + 1 WHERE id = (SELECT track_id FROM now_counted)
    )
    SELECT counted_at IS NOT NULL OR EXISTS (SELECT 1 FROM now_counted) AS counts FROM plays WHERE id = ${play.id}`);
  return own?.counts ?? null;
}

/** Plays that were begun before a moment and never heard to their point are nothing. */
export async function forgetUnheard(db: Executor, before: Date): Promise<void> {
  await db.rows(sql`DELETE FROM plays WHERE counted_at IS NULL AND started_at < ${before}`);
}
