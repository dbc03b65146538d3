import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';

/** A track whose play count differs from the number of its counted plays. */
export interface WrongPlayCount {
  readonly id: string;
  readonly title: string;
  readonly play_count: number;
  readonly true_count: number;
}

/** Compares the next tracks by id with their plays. @returns the last id that was compared, null at the end. */
export async function wrongPlayCounts(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongPlayCount[]; last: string | null }> {
  const rows = await db.rows<WrongPlayCount>(sql`
    SELECT t.id, u.title, t.play_count, r.count AS true_count
    FROM (SELECT id, upload_id, play_count FROM upload_files WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) t
    JOIN uploads u ON u.id = t.upload_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM plays WHERE track_id = t.id AND counted_at IS NOT NULL) r
    ORDER BY t.id`);
  return {
    wrong: rows.filter((row) => row.play_count !== row.true_count),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts a track's plays again. */
export async function recountPlays(tx: Tx, trackId: string): Promise<void> {
  await tx.rows(sql`SELECT 1 FROM upload_files WHERE id = ${trackId} FOR UPDATE`);
  await tx.rows(sql`
    UPDATE upload_files SET play_count = (SELECT count(*)::int FROM plays WHERE track_id = ${trackId} AND counted_at IS NOT NULL)
    WHERE id = ${trackId}`);
}

/** A poll whose counts differ from its votes. `id` is the upload's. */
export interface WrongPoll {
  readonly id: string;
  readonly question: string;
  readonly stored: number;
  readonly counted: number;
}

/**
 * Compares the next polls by id with their votes. A difference between options alone shows as the stored sum
 * and what is counted, which may be equal. @returns the last id that was compared, null at the end.
 */
export async function wrongPolls(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongPoll[]; last: string | null }> {
  const rows = await db.rows<WrongPoll & { options_right: boolean }>(sql`
    SELECT p.upload_id AS id, p.question, p.total AS stored, v.count AS counted, o.options_right
    FROM (SELECT upload_id, question, total FROM polls WHERE upload_id > ${after}::uuid ORDER BY upload_id LIMIT ${limit}) p
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM poll_votes WHERE upload_id = p.upload_id) v
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_and(votes = (SELECT count(*) FROM poll_votes x WHERE x.upload_id = q.upload_id AND x.option_id = q.id)), true) AS options_right
      FROM poll_options q WHERE q.upload_id = p.upload_id) o
    ORDER BY p.upload_id`);
  return {
    wrong: rows.filter((row) => row.stored !== row.counted || !row.options_right),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts a poll's votes again. */
export async function recountPoll(tx: Tx, uploadId: string): Promise<void> {
  await tx.rows(sql`SELECT 1 FROM polls WHERE upload_id = ${uploadId} FOR UPDATE`);
  await tx.rows(sql`
    UPDATE poll_options o SET votes = (SELECT count(*)::int FROM poll_votes v WHERE v.upload_id = o.upload_id AND v.option_id = o.id)
    WHERE o.upload_id = ${uploadId}`);
  await tx.rows(sql`
    UPDATE polls SET total = (SELECT count(*)::int FROM poll_votes WHERE upload_id = ${uploadId}) WHERE upload_id = ${uploadId}`);
}
