import type { Context } from '#platform/server/context.ts';
import { type PersonColumns, personColumns } from '#people/profiles/server/store.ts';
import { isHiddenFrom, isSubjectToBlocks, unblockedOnly } from '#people/friends/server/store.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';
import { readPlaceCursor } from '#platform/server/paging.ts';
import { type PlacedRow, type ReadSide, placedPage } from '#platform/server/placed-page.ts';
import { contentFacts, offColumn } from '#content/core/server/facts.ts';
import { canSee, checkSeen } from '#content/core/server/policies.ts';
import { type ContentState, type ContentType, answersTo } from '#content/core/server/type.ts';

/** Answers (replies, comments) of one parent, flat in the order of their places. */

/** What an answer adds to a page, read from the sizes of its texts and not from the texts. */
const BYTES = sql.raw('octet_length(html) + octet_length(content) AS bytes');

/**
 * Skeleton: ids of the answers to one parent in their order. Published ones, removed ones (they keep their place,
 * without their text), and held ones for their author and staff.
 */
async function answerIds(
  db: Executor,
  type: ContentType,
  parentId: string,
  viewer: Viewer | null,
  from: { place: number | null; direction: 'after' | 'before' },
  limit: number,
): Promise<PlacedRow[]> {
  const table = sql.raw(type.table);
  const below = sql.raw(type.answerOf!.column);
  const author = sql.raw(type.authorColumn);
  const visible = isStaff(viewer)
    ? sql``
    : sql` AND (state <> 'held' OR ${author} = ${viewer?.profileId ?? null}::uuid)${unblockedOnly(viewer, author)}`;
  const { place } = from;
  if (from.direction === 'before') {
    const before = place === null ? sql`` : sql` AND place < ${place}`;
    const rows = await db.rows<PlacedRow>(
      sql`SELECT id, place, ${BYTES} FROM ${table} WHERE ${below} = ${parentId}${visible}${before} ORDER BY place DESC LIMIT ${limit}`,
    );
    return rows.toReversed();
  }
  const after = place === null ? sql`` : sql` AND place > ${place}`;
  return await db.rows<PlacedRow>(
    sql`SELECT id, place, ${BYTES} FROM ${table} WHERE ${below} = ${parentId}${visible}${after} ORDER BY place LIMIT ${limit}`,
  );
}

/** An answer with its author, as every type has it. */
export interface AnswerRow extends PersonColumns {
  readonly id: string;
  readonly parent_id: string;
  readonly parent_author_id: string;
  readonly parent_state: ContentState;
  readonly parent_adult: boolean;
  readonly parent_off: boolean;
  readonly author_id: string;
  readonly place: string;
  readonly content: string;
  readonly html: string;
  readonly version: number;
  readonly state: ContentState;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
  readonly hold_reasons: string[] | null;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly edited_by: string | null;
}

/** SQL of why a content `t` of a kind is held; null where it is not. */
export function holdReasons(kind: string): SQL {
  return sql.raw(
    `CASE WHEN t.state = 'held' THEN (SELECT q.hold_reasons FROM queue_items q WHERE q.content_kind = '${kind}' AND q.content_id = t.id AND q.state = 'open') END AS hold_reasons`,
  );
}

/**
 * Hydrate: answers by id with their authors, one query, in the order of the ids.
 * @param extra columns of the type's own: `, t.at_ms`
 */
export async function answersById<Extra extends object>(
  db: Executor,
  type: ContentType,
  ids: readonly string[],
  extra: SQL,
): Promise<(AnswerRow & Extra)[]> {
  if (ids.length === 0) return [];
  const { column, type: parent } = type.answerOf!;
  const rows = await db.rows<AnswerRow & Extra>(sql`
    SELECT t.id, o.id AS parent_id, ${sql.raw(`o.${parent.authorColumn}`)} AS parent_author_id, o.state AS parent_state, o.is_adult AS parent_adult, ${sql.raw(offColumn(type))} AS parent_off,
      t.author_id, t.place, t.content, t.html, t.version, t.state, t.removed_by, t.removed_reason,
      t.created_at, t.edited_at, t.edited_by, ${holdReasons(type.kind)}, ${personColumns}${extra}
    FROM ${sql.raw(type.table)} t JOIN ${sql.raw(parent.table)} o ON o.id = ${sql.raw(`t.${column}`)} LEFT JOIN profiles p ON p.id = t.author_id
    WHERE t.id = ANY(${[...ids]}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What blocks hide of the threads of some contents. */
export interface HiddenAnswers {
  /** Answers by members whom the reader blocks; of who blocks the reader nothing is said. */
  readonly hidden_answers?: number;
  /** By these, and by who blocks the reader: taken off the count. */
  readonly uncounted?: number;
}

/**
 * Contents whose counts and times of last answers fit what a reader with blocks is shown. One query, and none for
 * everybody else. Cursors are made of the rows as they were.
 */
export async function withoutHidden<Row extends { readonly id: string }>(
  db: Executor,
  type: ContentType,
  rows: readonly Row[],
  viewer: Viewer | null,
): Promise<readonly (Row & HiddenAnswers)[]> {
  const answers = answersTo(type.kind);
  if (!answers || rows.length === 0 || !isSubjectToBlocks(viewer)) return rows;
  const { column, countColumn, lastAtColumn } = answers.answerOf!;
  const author = sql.raw(`t.${answers.authorColumn}`);
  const below = sql.raw(`${answers.table} t WHERE t.state = 'published' AND t.${column}`);
  const others = sql`(SELECT blocked_id FROM blocks WHERE blocker_id = ${viewer.profileId}
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewer.profileId})`;
  const found = await db.rows<{ id: string; count: number; own: number; last_at: Date | null }>(sql`
    SELECT h.*, (SELECT t.created_at FROM ${below} = h.id AND ${author} NOT IN ${others} ORDER BY t.place DESC LIMIT 1) AS last_at
    FROM (
      SELECT ${sql.raw(`t.${column}`)} AS id, count(*)::int AS count, (count(*) FILTER (WHERE EXISTS (
        SELECT 1 FROM blocks b WHERE b.blocker_id = ${viewer.profileId} AND b.blocked_id = ${author})))::int AS own
      FROM ${below} = ANY(${rows.map((row) => row.id)}::uuid[]) AND ${author} IN ${others} GROUP BY 1) h`);
  const byId = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const hidden = byId.get(row.id);
    if (!hidden) return row;
    const shown: Record<string, unknown> = { ...row, hidden_answers: hidden.own, uncounted: hidden.count };
    shown[countColumn] = (shown[countColumn] as number) - hidden.count;
    if (lastAtColumn !== undefined) shown[lastAtColumn] = hidden.last_at;
    return shown as unknown as Row & HiddenAnswers;
  });
}

/** The start of a page of a thread: after a cursor, around one answer, or at the beginning. */
export interface ThreadQuery {
  readonly after?: string | undefined;
  readonly around?: string | undefined;
}

/** The answer that a page is to be around. @throws {Refusal} the parent's `notFound` where it is not there or not for this reader */
async function answerAround(
  ctx: Context,
  viewer: Viewer | null,
  type: ContentType,
  parentId: string,
  id: string,
): Promise<PlacedRow> {
  const facts = await contentFacts(ctx.db, type, id);
  const isGone = facts?.parent?.id !== parentId || (facts.state === 'held' && !canSee(facts, viewer));
  if (isGone || (await isHiddenFrom(ctx.db, viewer, facts.authorId))) throw new Refusal(type.answerOf!.type.notFound);
  const [row] = await ctx.db.rows<PlacedRow>(
    sql`SELECT id, place, ${BYTES} FROM ${sql.raw(type.table)} WHERE id = ${id}`,
  );
  if (!row) throw new Refusal(type.answerOf!.type.notFound);
  return row;
}

/**
 * Skeleton of one page (keyset pagination), oldest first; with `around` the page that begins shortly before it.
 * The caller checks that the reader may see the parent.
 * @throws {Refusal} the parent's `notFound` for an answer that is not there or not for this reader
 */
export async function answerPage(
  ctx: Context,
  viewer: Viewer | null,
  type: ContentType,
  parentId: string,
  query: ThreadQuery,
  size: number,
): Promise<{ ids: string[]; next: string | null; previous: string | null }> {
  const side: ReadSide = (place, direction, limit) =>
    answerIds(ctx.db, type, parentId, viewer, { place, direction }, limit);
  const start =
    query.around === undefined
      ? { from: readPlaceCursor(query.after) }
      : { around: await answerAround(ctx, viewer, type, parentId, query.around) };
  return await placedPage(side, start, size);
}

/**
 * Refuses a thread whose parent this reader may not see. The rows of its answers know the parent: only a page without
 * any reads it by itself.
 * @throws {Refusal} the parent's `notFound`, `adults_only`
 */
export async function checkThreadSeen(
  ctx: Context,
  viewer: Viewer | null,
  parent: ContentType,
  parentId: string,
  row: AnswerRow | undefined,
): Promise<void> {
  const isOpen =
    row && row.parent_state === 'published' && !row.parent_adult && !row.parent_off && !(viewer?.hasBlocks ?? false);
  if (!isOpen) await checkSeen(ctx.db, parent, await contentFacts(ctx.db, parent, parentId), viewer);
}
