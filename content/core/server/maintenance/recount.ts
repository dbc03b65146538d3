import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import { notifications } from '#people/notifications/contract/limits.ts';
import type { ContentType } from '#content/core/server/type.ts';

/** Compares stored counts with the rows that they count, and corrects them. */

/** A row whose stored count is not the true one. */
export interface WrongCount {
  readonly id: string;
  readonly name: string;
  readonly stored: number;
  readonly actual: number;
}

/** A count to compare: of which rows, and by which query. */
interface Counted {
  /** What is counted, in words. */
  readonly what: string;
  readonly table: string;
  /** SQL of a name of the row `o`, for messages. */
  readonly name: string;
  readonly column: string;
  /** SQL that counts for the row `o`. */
  readonly actual: string;
  /** Another column with its SQL: the time of the last answer. */
  readonly latest?: { readonly column: string; readonly actual: string };
}

const titleOf = (type: ContentType): string => type.title.replaceAll(/\bt\./g, 'o.');

/** The counts that a type keeps. */
export function countsOf(type: ContentType): Counted[] {
  const counts: Counted[] = [];
  const { answerOf, profileCountColumn } = type;
  if (answerOf) {
    const rows = `FROM ${type.table} t WHERE t.${answerOf.column} = o.id AND t.state = 'published'`;
    counts.push({
      what: type.noun === 'reply' ? 'replies' : `${type.noun}s`,
      table: answerOf.type.table,
      name: titleOf(answerOf.type),
      column: answerOf.countColumn,
      actual: `(SELECT count(*)::int ${rows})`,
      ...(answerOf.lastAtColumn && {
        latest: { column: answerOf.lastAtColumn, actual: `(SELECT max(t.created_at) ${rows})` },
      }),
    });
  }
  if (profileCountColumn)
    counts.push({
      what: `${type.noun}s`,
      table: 'profiles',
      name: 'o.username',
      column: profileCountColumn,
      actual: `(SELECT count(*)::int FROM ${type.table} t WHERE t.${type.authorColumn} = o.id AND t.state = 'published')`,
    });
  if (type.likes)
    counts.push({
      what: `${type.noun} likes`,
      table: type.table,
      name: titleOf(type),
      column: 'like_count',
      actual: `(SELECT count(*)::int FROM ${type.likes.table} l WHERE l.${type.likes.column} = o.id)`,
    });
  if (type.downloads)
    counts.push({
      what: `${type.noun} downloads`,
      table: type.table,
      name: titleOf(type),
      column: 'download_count',
      actual: `(SELECT count(*)::int FROM ${type.downloads} d WHERE d.item_id = o.id)`,
    });
  return counts;
}

/** The numbers of replies in notifications of watched threads. */
export function noticeCounts(types: readonly ContentType[]): Counted {
  const shown = types.flatMap(({ table, answerOf }) =>
    answerOf
      ? [
          `(SELECT count(*) FROM ${table} t JOIN ${answerOf.type.table} p ON p.id = t.${answerOf.column} WHERE t.id = ANY(o.content_ids) AND t.state = 'published' AND p.state = 'published')`,
        ]
      : [],
  );
  return {
    what: 'replies in notifications',
    table: 'notifications',
    name: 'o.title',
    column: 'others',
    actual: `(CASE WHEN o.kind <> 'watched' OR o.content_ids = '{}' THEN o.others
      ELSE greatest(0, least(${notifications.mostReplies}, ${shown.join(' + ')} + o.unlisted - 1)) END)::int`,
  };
}

/** Compares the next rows by id. @returns the wrong ones, and the last id that was compared; null at the end */
export async function wrongCounts(
  db: Executor,
  counted: Counted,
  after: string,
  limit: number,
): Promise<{ wrong: WrongCount[]; last: string | null }> {
  const { table, name, column, actual, latest } = counted;
  const same = latest ? `o.${latest.column} IS NOT DISTINCT FROM ${latest.actual}` : 'true';
  const rows = await db.rows<WrongCount & { same: boolean }>(sql`
    SELECT o.id, ${sql.raw(`${name} AS name, o.${column} AS stored, ${actual} AS actual, ${same} AS same`)}
    FROM (SELECT * FROM ${sql.raw(table)} WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) o ORDER BY o.id`);
  return {
    wrong: rows.filter((row) => row.stored !== row.actual || !row.same),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts one row again. */
export async function recount(tx: Tx, counted: Counted, id: string): Promise<void> {
  const { table, column, actual, latest } = counted;
  // A writer of a counted row changes this row too: with it locked, the count below includes that row or is raised by it.
  await tx.rows(sql`SELECT 1 FROM ${sql.raw(table)} WHERE id = ${id} FOR UPDATE`);
  const also = latest ? `, ${latest.column} = ${latest.actual}` : '';
  await tx.rows(sql`UPDATE ${sql.raw(table)} o SET ${sql.raw(`${column} = ${actual}${also}`)} WHERE o.id = ${id}`);
}
