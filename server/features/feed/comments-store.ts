import type { ContentState } from '#server/features/forum/rules.ts';
import { type PersonColumns, isAdminColumn, personColumns } from '#server/features/profiles/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#server/platform/db/database.ts';
import type { TimePlace, TimedRow } from '#server/platform/timed-page.ts';

export type Mark = 'needs_work' | 'resolved';

export interface CommentRow extends PersonColumns {
  readonly id: string;
  readonly upload_id: string;
  readonly author_id: string;
  readonly track_id: string | null;
  readonly at_ms: number | null;
  readonly mark: Mark | null;
  readonly content: string;
  readonly html: string;
  readonly version: number;
  readonly state: ContentState;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
  readonly hold_reasons: string[] | null;
  readonly upload_state: ContentState;
  readonly upload_author_id: string;
}

/** Who reads, for what the skeleton may hold. */
export interface CommentReader {
  readonly profileId: string | null;
  readonly staff: boolean;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. */
  readonly unblocked: SQL;
}

/** What a comment adds to a page, read from the sizes of its texts and not from the texts. */
const bytes: SQL = sql`octet_length(html) + octet_length(content) AS bytes`;

/**
 * Skeleton: ids of comments of one upload in order of time. Published ones, removed ones (they keep their place, without
 * their text), and held ones for their author and staff.
 */
export async function commentIds(
  db: Executor,
  uploadId: string,
  reader: CommentReader,
  from: { key: TimePlace | null; direction: 'after' | 'before' },
  limit: number,
): Promise<TimedRow[]> {
  const seen = reader.staff
    ? sql``
    : sql` AND (state <> 'held' OR author_id = ${reader.profileId}::uuid)${reader.unblocked}`;
  const { key } = from;
  if (from.direction === 'before') {
    const rows = await db.rows<TimedRow>(
      sql`SELECT id, created_at, ${bytes} FROM upload_comments WHERE upload_id = ${uploadId}${seen}${
        key === null ? sql`` : sql` AND (created_at, id) < (${key.at}::timestamptz, ${key.id}::uuid)`
      } ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    );
    return rows.toReversed();
  }
  return await db.rows(
    sql`SELECT id, created_at, ${bytes} FROM upload_comments WHERE upload_id = ${uploadId}${seen}${
      key === null ? sql`` : sql` AND (created_at, id) > (${key.at}::timestamptz, ${key.id}::uuid)`
    } ORDER BY created_at, id LIMIT ${limit}`,
  );
}

/** Hydrate: rows of ids with their authors, in the order of the ids. */
export async function commentsById(db: Executor, ids: readonly string[]): Promise<CommentRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<CommentRow>(sql`
    SELECT t.id, t.upload_id, t.author_id, t.track_id, t.at_ms, t.mark, t.content, t.html, t.version, t.state, t.removed_by, t.removed_reason,
      t.created_at, t.edited_at, t.edited_by, u.state AS upload_state, u.author_id AS upload_author_id, ${personColumns},
      CASE WHEN t.state = 'held' THEN (SELECT h.reasons FROM holds h WHERE h.content_kind = 'upload_comment' AND h.content_id = t.id AND h.state = 'open' LIMIT 1) END AS hold_reasons
    FROM upload_comments t JOIN uploads u ON u.id = t.upload_id LEFT JOIN profiles p ON p.id = t.author_id
    WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface MomentRow extends PersonColumns {
  readonly id: string;
  readonly at_ms: number;
  readonly excerpt: string;
  readonly mark: Mark | null;
}

/** The newest published comments at moments of a track that a reader may see, by moment. */
export async function momentsOf(db: Executor, trackId: string, unblocked: SQL, limit: number): Promise<MomentRow[]> {
  return await db.rows<MomentRow>(sql`
    SELECT t.id, t.at_ms, t.excerpt, t.mark, ${personColumns}
    FROM (SELECT id, at_ms, excerpt, mark, author_id FROM upload_comments
      WHERE track_id = ${trackId} AND state = 'published' AND track_id IS NOT NULL${unblocked} ORDER BY created_at DESC, id DESC LIMIT ${limit}) t
    LEFT JOIN profiles p ON p.id = t.author_id ORDER BY t.at_ms, t.id`);
}

/** A comment's parts that its text decides. */
export interface CommentText {
  readonly content: string;
  readonly html: string;
  readonly excerpt: string;
  readonly renderer: number;
}

export interface NewComment extends CommentText {
  readonly id: string;
  readonly uploadId: string;
  readonly authorId: string;
  readonly at: { readonly trackId: string; readonly ms: number } | null;
  readonly state: 'published' | 'held';
  readonly submitId: string;
  readonly createdAt: Date;
}

/**
 * Writes a comment and counts it, in one statement.
 * @returns false when this submit has made one already, or the upload or its track is not there for comments any more.
 */
export async function insertComment(tx: Tx, comment: NewComment): Promise<boolean> {
  const rows = await tx.rows(sql`
    WITH made AS (
      INSERT INTO upload_comments (id, upload_id, author_id, track_id, at_ms, content, html, excerpt, renderer, state, submit_id, created_at)
      SELECT ${comment.id}::uuid, u.id, ${comment.authorId}::uuid, ${comment.at?.trackId ?? null}::uuid, ${comment.at?.ms ?? null}::int,
        ${comment.content}, ${comment.html}, ${comment.excerpt}, ${comment.renderer}::smallint, ${comment.state}, ${comment.submitId}::uuid, ${comment.createdAt}::timestamptz
      FROM uploads u WHERE u.id = ${comment.uploadId} AND u.state = 'published'
        AND (${comment.at?.trackId ?? null}::uuid IS NULL OR EXISTS (SELECT 1 FROM upload_files f WHERE f.id = ${comment.at?.trackId ?? null}::uuid AND f.upload_id = u.id))
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id
    ), counted AS (
      UPDATE uploads SET comment_count = comment_count + 1
      WHERE id = ${comment.uploadId} AND ${comment.state === 'published'} AND EXISTS (SELECT 1 FROM made)
    )
    SELECT id FROM made`);
  return rows.length > 0;
}

/** The comment that an earlier submit of the same form has made. */
export async function commentOfSubmit(db: Executor, authorId: string, submitId: string): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(
    sql`SELECT id FROM upload_comments WHERE author_id = ${authorId} AND submit_id = ${submitId}`,
  );
  return row?.id ?? null;
}

/** Recent comments of an author, for the rate. */
export async function recentComments(
  db: Executor,
  authorId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db.rows<{ count: number; first: Date | null }>(
    sql`SELECT count(*)::int AS count, min(created_at) AS first FROM upload_comments WHERE author_id = ${authorId} AND created_at > ${since}`,
  );
  return row!;
}

/** What a change must know of a comment before it touches it. */
export interface CommentGate {
  readonly id: string;
  readonly uploadId: string;
  readonly authorId: string;
  readonly authorIsAdmin: boolean;
  readonly state: ContentState;
  readonly stateBefore: 'published' | 'held' | null;
  readonly removedBy: string | null;
  readonly version: number;
  /** Whether it speaks of a moment of a track. */
  readonly hasMoment: boolean;
  readonly uploadState: ContentState;
  readonly uploadAuthorId: string;
  readonly uploadAdult: boolean;
}

/** Reads the gate of a comment. @param lock keeps its row until the transaction ends. */
export async function commentGate(db: Executor, id: string, lock = false): Promise<CommentGate | null> {
  const [row] = await db.rows<CommentGate>(sql`
    SELECT t.id, t.upload_id AS "uploadId", t.author_id AS "authorId", ${isAdminColumn('t.author_id')} AS "authorIsAdmin", t.state, t.state_before AS "stateBefore", t.removed_by AS "removedBy", t.version,
      t.track_id IS NOT NULL AS "hasMoment", u.state AS "uploadState", u.author_id AS "uploadAuthorId", u.is_adult AS "uploadAdult"
    FROM upload_comments t JOIN uploads u ON u.id = t.upload_id WHERE t.id = ${id}${lock ? sql` FOR UPDATE OF t` : sql``}`);
  return row ?? null;
}

/** Replaces a comment's text; the caller has locked the row and compared the version. */
export async function updateCommentText(
  tx: Tx,
  gate: Pick<CommentGate, 'id' | 'uploadId' | 'state'>,
  text: CommentText & { state: ContentState; editedAt: Date; editedBy: string | null },
): Promise<void> {
  await tx.rows(sql`
    UPDATE upload_comments SET content = ${text.content}, html = ${text.html}, excerpt = ${text.excerpt}, renderer = ${text.renderer}, state = ${text.state},
      edited_at = ${text.editedAt}, edited_by = ${text.editedBy}::uuid, version = version + 1 WHERE id = ${gate.id}`);
  await countState(tx, gate, text.state);
}

/** Sets or takes away the mark of the upload's author. */
export async function setMark(tx: Tx, id: string, mark: Mark | null): Promise<void> {
  await tx.rows(sql`UPDATE upload_comments SET mark = ${mark} WHERE id = ${id}`);
}

/** Changes what readers see of a comment and keeps the upload's count in step. */
export async function setCommentState(
  tx: Tx,
  gate: Pick<CommentGate, 'id' | 'uploadId' | 'state'>,
  next: {
    state: ContentState;
    stateBefore: 'published' | 'held' | null;
    by: string | null;
    reason: string | null;
    at: Date | null;
  },
): Promise<void> {
  await tx.rows(sql`
    UPDATE upload_comments SET state = ${next.state}, state_before = ${next.stateBefore}, removed_by = ${next.by}::uuid, removed_reason = ${next.reason}, removed_at = ${next.at}
    WHERE id = ${gate.id}`);
  await countState(tx, gate, next.state);
}

async function countState(tx: Tx, gate: Pick<CommentGate, 'uploadId' | 'state'>, next: ContentState): Promise<void> {
  const by = (next === 'published' ? 1 : 0) - (gate.state === 'published' ? 1 : 0);
  if (by !== 0)
    await tx.rows(
      sql`UPDATE uploads SET comment_count = greatest(0, comment_count + ${by}) WHERE id = ${gate.uploadId}`,
    );
}

/** The text of a comment as it is now, for its history. */
export async function commentVersion(
  db: Executor,
  id: string,
): Promise<{ content: string; version: number; author_id: string; created_at: Date }> {
  const [row] = await db.rows<{ content: string; version: number; author_id: string; created_at: Date }>(
    sql`SELECT content, version, author_id, created_at FROM upload_comments WHERE id = ${id}`,
  );
  return row!;
}
