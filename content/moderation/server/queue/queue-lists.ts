import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { type NewEntry, type QueueRow, queueColumns } from './queue-store.ts';
import type { Decision } from '#content/moderation/server/rules/queue.ts';

/** What a page of the queue shows. */
export interface QueueFilter {
  readonly state: 'open' | 'decided';
  readonly cause?: 'report' | 'hold' | 'mark' | 'approval' | undefined;
  readonly kind?: string | undefined;
  /** Profile id. */
  readonly author?: string | undefined;
  /** Id of one subject. */
  readonly subject?: string | undefined;
  /** Id of what it stands below: its answers, and itself. */
  readonly thread?: string | undefined;
}

/** Place of an item in the queue: `priority` of an open one, null of a decided one, whose time is that of the decision. */
export interface QueueKey {
  readonly priority: number | null;
  readonly at: Date;
  readonly id: string;
}

const causes: Readonly<Record<'report' | 'hold' | 'mark' | 'approval', SQL>> = {
  mark: sql` AND marked_words IS NOT NULL`,
  report: sql` AND report_count > 0`,
  hold: sql` AND hold_reasons IS NOT NULL`,
  approval: sql` AND needs_approval`,
};

/** One page: open items by priority and age, decided ones newest decision first. The conditions match the partial indexes. */
export async function queuePage(
  db: Executor,
  filter: QueueFilter,
  after: QueueKey | null,
  limit: number,
): Promise<QueueRow[]> {
  const where = sql.join([
    filter.cause === undefined ? sql`` : causes[filter.cause],
    filter.kind === undefined ? sql`` : sql` AND content_kind = ${filter.kind}`,
    filter.author === undefined ? sql`` : sql` AND author_id = ${filter.author}::uuid`,
    filter.subject === undefined ? sql`` : sql` AND content_id = ${filter.subject}::uuid`,
    filter.thread === undefined ? sql`` : sql` AND thread_id = ${filter.thread}::uuid`,
  ]);
  if (filter.state === 'decided') {
    const key = after ? sql` AND (decided_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``;
    return await db.rows<QueueRow>(sql`
      SELECT ${queueColumns} FROM queue_items WHERE state = 'decided'${where}${key} ORDER BY decided_at DESC, id DESC LIMIT ${limit}`);
  }
  const key = after
    ? sql` AND (priority, created_at, id) > (${after.priority}::smallint, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return await db.rows<QueueRow>(sql`
    SELECT ${queueColumns} FROM queue_items WHERE state = 'open'${where}${key} ORDER BY priority, created_at, id LIMIT ${limit}`);
}

/** A line of an item's history. */
export interface EntryRow {
  readonly id: string;
  readonly item_id: string;
  readonly kind: NewEntry['kind'];
  readonly actor_id: string | null;
  readonly reasons: string[];
  readonly note: string;
  readonly source: string | null;
  readonly decision: Decision | 'obsolete' | null;
  readonly created_at: Date;
}

const entryColumns = sql.raw(
  'e.id, e.item_id, e.kind, e.actor_id, e.reasons, e.note, e.source, e.decision, e.created_at',
);

/** The newest reports of several items, so many of each, newest first. */
export async function newestReports(db: Executor, itemIds: readonly string[], each: number): Promise<EntryRow[]> {
  return await db.rows<EntryRow>(sql`
    SELECT ${entryColumns} FROM unnest(${[...itemIds]}::uuid[]) AS i(id) CROSS JOIN LATERAL (
      SELECT * FROM queue_entries WHERE item_id = i.id AND kind = 'report' ORDER BY created_at DESC, id DESC LIMIT ${each}) e`);
}

/** The newest lines of an item's history that are no reports, newest first. */
export async function otherEntries(db: Executor, itemId: string, limit: number): Promise<EntryRow[]> {
  return await db.rows<EntryRow>(sql`
    SELECT ${entryColumns} FROM queue_entries e WHERE e.item_id = ${itemId} AND e.kind <> 'report'
    ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit}`);
}

/** Earlier items of the same subject, newest first. */
export async function earlierItems(db: Executor, item: QueueRow, limit: number): Promise<QueueRow[]> {
  return await db.rows<QueueRow>(sql`
    SELECT ${queueColumns} FROM queue_items
    WHERE content_id = ${item.content_id} AND content_kind = ${item.content_kind} AND (created_at, id) < (${item.created_at}::timestamptz, ${item.id}::uuid)
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`);
}

/** What staff decided about an author before. */
export interface AuthorRow {
  readonly author_id: string;
  readonly open: number;
  readonly removed: number;
  readonly kept: number;
  readonly restrictions: number;
}

/** When an author joined, and how many forum posts they have; null where there is nobody. */
export async function authorFactsOf(
  db: Executor,
  authorId: string | null,
): Promise<{ joinedAt: string; posts: number } | null> {
  if (authorId === null) return null;
  const [row] = await db.rows<{ created_at: Date; post_count: number }>(
    sql`SELECT created_at, post_count FROM profiles WHERE id = ${authorId}`,
  );
  return row ? { joinedAt: row.created_at.toISOString(), posts: row.post_count } : null;
}

/** Counts of authors, of the newest items and restrictions of each. @param limit how many of each are counted */
export async function authorCounts(db: Executor, authorIds: readonly string[], limit: number): Promise<AuthorRow[]> {
  return await db.rows<AuthorRow>(sql`
    SELECT a.id AS author_id, c.open, c.removed, c.kept, r.restrictions
    FROM unnest(${[...authorIds]}::uuid[]) AS a(id)
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE n.state = 'open')::int AS open, count(*) FILTER (WHERE n.decision = 'remove')::int AS removed,
        count(*) FILTER (WHERE n.decision IN ('approve', 'keep'))::int AS kept
      FROM (SELECT state, decision FROM queue_items WHERE author_id = a.id ORDER BY created_at DESC, id DESC LIMIT ${limit}) n) c
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS restrictions FROM (SELECT 1 FROM restrictions WHERE profile_id = a.id ORDER BY created_at DESC LIMIT ${limit}) n) r`);
}
