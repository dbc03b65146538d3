import { type SQL, sql } from '#platform/server/db/database.ts';
import type { NewContent } from '#content/core/server/create.ts';
import type { ShortText } from '#content/core/server/text.ts';
import type { ContentType } from '#content/core/server/type.ts';

/** What the row of an answer has beside the columns that every answer has. */
export interface OwnColumns {
  /** `, in_reply_to` */
  readonly columns: SQL;
  /** `, ${id}::uuid` */
  readonly values: SQL;
  /** A condition on the parent `o`: ` AND …`. */
  readonly condition?: SQL;
  /** Further parts of the statement after `made (id)` and `counted (count)`: `, reader AS (…)`. */
  readonly also?: SQL;
}

/**
 * Parts of the statement that writes an answer and counts it on its parent. The parent keeps the later time where the
 * earlier of two concurrent answers is written last.
 * @returns `into`: the table with its columns, to be closed by a bracket; `values` beside a parent `o`; `counted (count)`,
 * where `made` has a row
 */
export function columnsOf(
  type: ContentType,
  parentId: string,
  answer: NewContent & ShortText,
): { readonly columns: { readonly into: SQL; readonly values: SQL }; readonly counted: SQL } {
  const { column, countColumn, lastAtColumn, type: parentType } = type.answerOf!;
  const [table, parent, parentColumn, count] = [type.table, parentType.table, column, countColumn].map((name) =>
    sql.raw(name),
  );
  const lastAt = lastAtColumn
    ? sql`, ${sql.raw(lastAtColumn)} = greatest(${sql.raw(lastAtColumn)}, ${answer.createdAt}::timestamptz)`
    : sql``;
  return {
    columns: {
      into: sql`${table} (id, ${parentColumn}, author_id, content, html, excerpt, renderer, state, submit_id, created_at`,
      values: sql`${answer.id}::uuid, o.id, ${answer.authorId}::uuid, ${answer.content}, ${answer.html}, ${answer.excerpt}, ${answer.renderer}::smallint,
        ${answer.state}, ${answer.submitId}::uuid, ${answer.createdAt}::timestamptz`,
    },
    counted: sql`counted AS (
      UPDATE ${parent} SET ${count} = ${count} + 1${lastAt}
      WHERE id = ${parentId} AND ${answer.state === 'published'} AND EXISTS (SELECT 1 FROM made) RETURNING ${count} AS count
    )`,
  };
}
