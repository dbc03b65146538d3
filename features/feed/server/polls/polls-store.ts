import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';

/** A poll with its counts and the reader's own choice. */
export interface PollRow {
  readonly upload_id: string;
  readonly question: string;
  readonly closes_at: Date;
  readonly total: number;
  /** The reader's own choice. */
  readonly mine: string | null;
  readonly options: readonly { id: string; label: string; votes: number }[];
}

/** Polls of some uploads with their options and the reader's own choice, one query. */
export async function pollsOf(
  db: Executor,
  uploadIds: readonly string[],
  userId: string | null,
): Promise<Map<string, PollRow>> {
  if (uploadIds.length === 0) return new Map();
  const rows = await db.rows<PollRow>(sql`
    SELECT p.upload_id, p.question, p.closes_at, p.total, v.option_id AS mine,
      (SELECT jsonb_agg(jsonb_build_object('id', o.id, 'label', o.label, 'votes', o.votes) ORDER BY o.position) FROM poll_options o WHERE o.upload_id = p.upload_id) AS options
    FROM polls p LEFT JOIN poll_votes v ON v.upload_id = p.upload_id AND v.user_id = ${userId}::uuid
    WHERE p.upload_id = ANY(${[...uploadIds]}::uuid[])`);
  return new Map(rows.map((row) => [row.upload_id, row]));
}

/** Writes a poll. */
export async function insertPoll(
  tx: Tx,
  poll: { uploadId: string; question: string; closesAt: Date; options: readonly { id: string; label: string }[] },
): Promise<void> {
  await tx.rows(
    sql`INSERT INTO polls (upload_id, question, closes_at) VALUES (${poll.uploadId}, ${poll.question}, ${poll.closesAt})`,
  );
  await tx.rows(sql`
    INSERT INTO poll_options (id, upload_id, position, label)
    SELECT o.id, ${poll.uploadId}::uuid, o.place - 1, o.label
    FROM unnest(${poll.options.map((option) => option.id)}::uuid[], ${poll.options.map((option) => option.label)}::text[]) WITH ORDINALITY AS o (id, label, place)`);
}

/**
 * Casts a vote, once for good, and counts it in the same transaction.
 * @returns `voted`, or why not: no such poll or option, closed, or voted before.
 */
export async function castVote(
  tx: Tx,
  vote: { uploadId: string; userId: string; optionId: string; at: Date },
): Promise<'voted' | 'unknown' | 'closed' | 'before'> {
  const [poll] = await tx.rows<{ closes_at: Date; known: boolean }>(sql`
    SELECT p.closes_at, EXISTS (SELECT 1 FROM poll_options o WHERE o.id = ${vote.optionId} AND o.upload_id = p.upload_id) AS known
    FROM polls p WHERE p.upload_id = ${vote.uploadId}`);
  if (!poll?.known) return 'unknown';
  if (poll.closes_at <= vote.at) return 'closed';
  const written = await tx.rows(sql`
    INSERT INTO poll_votes (upload_id, user_id, option_id, created_at) VALUES (${vote.uploadId}, ${vote.userId}, ${vote.optionId}, ${vote.at})
    ON CONFLICT DO NOTHING RETURNING option_id`);
  if (written.length === 0) return 'before';
  // The poll's row first, always: concurrent votes wait here, and for nothing else.
  await tx.rows(sql`UPDATE polls SET total = total + 1 WHERE upload_id = ${vote.uploadId}`);
  await tx.rows(sql`UPDATE poll_options SET votes = votes + 1 WHERE id = ${vote.optionId}`);
  return 'voted';
}
