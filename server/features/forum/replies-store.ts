import { type PersonColumns, isAdminColumn, personColumns } from '#server/features/profiles/store.ts';
import { unblockedOnly } from '#server/features/relations/store.ts';
import { type Executor, type SQL, type Tx, sql } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import type { TimePlace, TimedRow } from '#server/platform/timed-page.ts';
import { type ReactionCount, reactionsColumn } from './marks-store.ts';
import type { ContentState } from './rules.ts';

export interface ReplyRow extends PersonColumns {
  readonly id: string;
  readonly post_id: string;
  readonly author_id: string;
  readonly content: string;
  readonly html: string;
  readonly version: number;
  readonly state: ContentState;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
  readonly in_reply_to: string | null;
  readonly hold_reasons: string[] | null;
  readonly post_adult: boolean;
  readonly post_state: ContentState;
  readonly post_author_id: string;
  readonly post_removed_by: string | null;
  readonly reactions: ReactionCount[];
}

const columns: SQL = sql`t.id, t.post_id, t.author_id, t.content, t.html, t.version, t.state, t.removed_by, t.removed_reason, t.created_at, t.edited_at, t.edited_by, t.in_reply_to,
  o.is_adult AS post_adult, o.state AS post_state, o.author_id AS post_author_id, o.removed_by AS post_removed_by,
  CASE WHEN t.state = 'held' THEN (SELECT h.reasons FROM holds h WHERE h.content_kind = 'post_reply' AND h.content_id = t.id AND h.state = 'open' LIMIT 1) END AS hold_reasons`;

/** Who reads, for what the skeleton may hold. */
export interface ReplyReader {
  readonly profileId: string | null;
  readonly staff: boolean;
  /** Leaves out authors who are blocked, either way; nothing for a reader without blocks. */
  readonly unblocked: SQL;
}

/** A reply of a skeleton. */
export interface ReplyPlace extends TimedRow {
  readonly state: ContentState;
}

/** What a reply adds to a page, read from the sizes of its texts and not from the texts. */
const bytes: SQL = sql`octet_length(html) + octet_length(content) AS bytes`;

/**
 * Skeleton: ids of replies of one post in order of time. Published ones, removed ones (they keep their place, without
 * their text), and held ones for their author and staff.
 */
export async function replyIds(
  db: Executor,
  postId: string,
  reader: ReplyReader,
  from: { key: TimePlace | null; direction: 'after' | 'before' },
  limit: number,
): Promise<ReplyPlace[]> {
  const seen = reader.staff
    ? sql``
    : sql` AND (state <> 'held' OR author_id = ${reader.profileId}::uuid)${reader.unblocked}`;
  if (from.direction === 'before') {
    const key =
      from.key === null ? sql`` : sql` AND (created_at, id) < (${from.key.at}::timestamptz, ${from.key.id}::uuid)`;
    const rows = await db.rows<ReplyPlace>(
      sql`SELECT id, created_at, state, ${bytes} FROM post_replies WHERE post_id = ${postId}${seen}${key} ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    );
    return rows.toReversed();
  }
  const key =
    from.key === null ? sql`` : sql` AND (created_at, id) > (${from.key.at}::timestamptz, ${from.key.id}::uuid)`;
  return await db.rows(
    sql`SELECT id, created_at, state, ${bytes} FROM post_replies WHERE post_id = ${postId}${seen}${key} ORDER BY created_at, id LIMIT ${limit}`,
  );
}

/** Hydrate: rows of ids with their authors and reactions, one query, in the order of the ids. */
export async function repliesById(db: Executor, ids: readonly string[], readerId: string | null): Promise<ReplyRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows<ReplyRow>(sql`
    SELECT ${columns}, ${reactionsColumn(sql`t.id`, readerId)} AS reactions, ${personColumns} FROM post_replies t JOIN forum_posts o ON o.id = t.post_id LEFT JOIN profiles p ON p.id = t.author_id
    WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What replies answer: author and a short text of each, one query. Who is blocked is not answered by name. */
export async function answeredReplies(
  db: Executor,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Map<string, PersonColumns & { id: string; excerpt: string; state: ContentState }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<PersonColumns & { id: string; excerpt: string; state: ContentState }>(sql`
    SELECT t.id, t.excerpt, t.state, ${personColumns} FROM post_replies t LEFT JOIN profiles p ON p.id = t.author_id WHERE t.id = ANY(${[...ids]}::uuid[])${unblockedOnly(viewer, sql`t.author_id`)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A reply's parts that its text decides. */
export interface ReplyText {
  readonly content: string;
  readonly html: string;
  readonly excerpt: string;
  readonly renderer: number;
}

export interface NewReply extends ReplyText {
  readonly id: string;
  readonly postId: string;
  readonly authorId: string;
  readonly inReplyTo: string | null;
  readonly state: 'published' | 'held';
  readonly submitId: string;
  readonly createdAt: Date;
}

/**
 * Writes a reply, counts it and makes its author watch the post, in one statement: this is the busiest write of the
 * site. Of two replies at once the earlier may be written last: the post keeps the later time.
 * @returns false when this submit has made one already, or the post is not there for replies any more.
 */
export async function insertReply(tx: Tx, reply: NewReply): Promise<boolean> {
  const published = reply.state === 'published';
  const rows = await tx.rows(sql`
    WITH made AS (
      INSERT INTO post_replies (id, post_id, author_id, in_reply_to, content, html, excerpt, renderer, state, submit_id, created_at)
      SELECT ${reply.id}::uuid, o.id, ${reply.authorId}::uuid, ${reply.inReplyTo}::uuid, ${reply.content}, ${reply.html}, ${reply.excerpt}, ${reply.renderer}::smallint, ${reply.state}, ${reply.submitId}::uuid, ${reply.createdAt}::timestamptz
      FROM forum_posts o WHERE o.id = ${reply.postId} AND o.state = 'published'
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id
    ), counted AS (
      UPDATE forum_posts SET reply_count = reply_count + 1, last_reply_at = greatest(last_reply_at, ${reply.createdAt}::timestamptz)
      WHERE id = ${reply.postId} AND ${published} AND EXISTS (SELECT 1 FROM made) RETURNING reply_count
    ), reader AS (
      INSERT INTO post_readers AS mine (profile_id, post_id, watching, last_read_at, replies_read)
      SELECT ${reply.authorId}::uuid, ${reply.postId}::uuid, true, ${reply.createdAt}::timestamptz, coalesce((SELECT reply_count FROM counted), 0) FROM made
      ON CONFLICT (profile_id, post_id) DO UPDATE SET watching = true, last_read_at = excluded.last_read_at, replies_read = greatest(mine.replies_read, excluded.replies_read)
    )
    SELECT id FROM made`);
  return rows.length > 0;
}

/** The reply that an earlier submit of the same form has made. */
export async function replyOfSubmit(db: Executor, authorId: string, submitId: string): Promise<string | null> {
  const [row] = await db.rows<{ id: string }>(
    sql`SELECT id FROM post_replies WHERE author_id = ${authorId} AND submit_id = ${submitId}`,
  );
  return row?.id ?? null;
}

/** Recent replies of an author, for the rate. */
export async function recentReplies(
  db: Executor,
  authorId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await db.rows<{ count: number; first: Date | null }>(
    sql`SELECT count(*)::int AS count, min(created_at) AS first FROM post_replies WHERE author_id = ${authorId} AND created_at > ${since}`,
  );
  return row!;
}

/** What a change must know of a reply before it touches it. */
export interface ReplyGate {
  readonly id: string;
  readonly postId: string;
  readonly authorId: string;
  readonly authorIsAdmin: boolean;
  readonly state: ContentState;
  readonly stateBefore: 'published' | 'held' | null;
  readonly removedBy: string | null;
  readonly version: number;
  readonly postAdult: boolean;
  readonly postState: ContentState;
  readonly postAuthorId: string;
}

/** Reads the gate of a reply. @param lock keeps its row until the transaction ends. */
export async function replyGate(db: Executor, id: string, lock = false): Promise<ReplyGate | null> {
  const [row] = await db.rows<ReplyGate>(sql`
    SELECT t.id, t.post_id AS "postId", t.author_id AS "authorId", ${isAdminColumn('t.author_id')} AS "authorIsAdmin", t.state, t.state_before AS "stateBefore", t.removed_by AS "removedBy", t.version,
      o.is_adult AS "postAdult", o.state AS "postState", o.author_id AS "postAuthorId"
    FROM post_replies t JOIN forum_posts o ON o.id = t.post_id WHERE t.id = ${id}${lock ? sql` FOR UPDATE OF t` : sql``}`);
  return row ?? null;
}

/** Replaces a reply's text; the caller has locked the row and compared the version. */
export async function updateReplyText(
  tx: Tx,
  id: string,
  text: ReplyText & { state: ContentState; editedAt: Date; editedBy: string | null },
): Promise<void> {
  await tx.rows(sql`
    UPDATE post_replies SET content = ${text.content}, html = ${text.html}, excerpt = ${text.excerpt}, renderer = ${text.renderer}, state = ${text.state},
      edited_at = ${text.editedAt}, edited_by = ${text.editedBy}::uuid, version = version + 1 WHERE id = ${id}`);
}

/** Changes what readers see of a reply and keeps the post's count in step. */
export async function setReplyState(
  tx: Tx,
  gate: Pick<ReplyGate, 'id' | 'postId' | 'state'>,
  next: {
    state: ContentState;
    stateBefore: 'published' | 'held' | null;
    by: string | null;
    reason: string | null;
    at: Date | null;
  },
): Promise<void> {
  await tx.rows(sql`
    UPDATE post_replies SET state = ${next.state}, state_before = ${next.stateBefore}, removed_by = ${next.by}::uuid, removed_reason = ${next.reason}, removed_at = ${next.at}
    WHERE id = ${gate.id}`);
  const by = (next.state === 'published' ? 1 : 0) - (gate.state === 'published' ? 1 : 0);
  if (by !== 0) await countReplies(tx, gate.postId, by);
}

/** Moves a post's count; `last_reply_at` follows what is published. */
export async function countReplies(tx: Tx, postId: string, by: number): Promise<void> {
  await tx.rows(sql`
    UPDATE forum_posts SET reply_count = greatest(0, reply_count + ${by}),
      last_reply_at = (SELECT max(created_at) FROM post_replies WHERE post_id = ${postId} AND state = 'published')
    WHERE id = ${postId}`);
}

/** One member's replies, for their data export. */
export async function repliesOfAuthor(db: Executor, authorId: string): Promise<unknown[]> {
  return await db.rows(
    sql`SELECT id, post_id, content, state, created_at, edited_at FROM post_replies WHERE author_id = ${authorId} ORDER BY created_at`,
  );
}

/** Published replies of a member, in posts that are there. */
export async function countRepliesOf(db: Executor, profileId: string): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM post_replies WHERE author_id = ${profileId} AND state = 'published'`,
  );
  return row!.count;
}
