import type { Context } from '#server/context.ts';
import { type SQL, type Tx, sql } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/http/viewer.ts';
import { type NewContent, type Submitted, submit } from './create.ts';
import { requirePublished } from './policies.ts';
import { type ShortText, shortText } from './text.ts';
import type { ContentFacts, ContentType } from './type.ts';

/** What the row of an answer has beside the columns that all have. */
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
 * Writes an answer and counts it on its parent, in one statement: replies are the busiest write of the site. Of two at
 * once the earlier may be written last: the parent keeps the later time.
 * @returns false when this submit has made one already, or the parent is not there for answers any more
 */
async function insertAnswer(
  tx: Tx,
  type: ContentType,
  parentId: string,
  answer: NewContent & ShortText,
  own: OwnColumns,
): Promise<boolean> {
  const { column, countColumn, lastAtColumn, type: parentType } = type.answerOf!;
  const [table, parent, below, count] = [type.table, parentType.table, column, countColumn].map((name) =>
    sql.raw(name),
  );
  const lastAt = lastAtColumn
    ? sql`, ${sql.raw(lastAtColumn)} = greatest(${sql.raw(lastAtColumn)}, ${answer.createdAt}::timestamptz)`
    : sql``;
  const rows = await tx.rows(sql`
    WITH made AS (
      INSERT INTO ${table} (id, ${below}, author_id, content, html, excerpt, renderer, state, submit_id, created_at${own.columns})
      SELECT ${answer.id}::uuid, o.id, ${answer.authorId}::uuid, ${answer.content}, ${answer.html}, ${answer.excerpt}, ${answer.renderer}::smallint,
        ${answer.state}, ${answer.submitId}::uuid, ${answer.createdAt}::timestamptz${own.values}
      FROM ${parent} o WHERE o.id = ${parentId} AND o.state = 'published'${own.condition ?? sql``}
      ON CONFLICT (author_id, submit_id) DO NOTHING RETURNING id
    ), counted AS (
      UPDATE ${parent} SET ${count} = ${count} + 1${lastAt}
      WHERE id = ${parentId} AND ${answer.state === 'published'} AND EXISTS (SELECT 1 FROM made) RETURNING ${count} AS count
    )${own.also ?? sql``}
    SELECT id FROM made`);
  return rows.length > 0;
}

/**
 * Creates an answer, or holds it for staff. The same submit again answers with the first one.
 * @param own what its type checks and stores beside its text: called with the parent before anything is written
 * @throws {Refusal} the parent's `notFound`, `adults_only`, `banned_words`, `rate_limit`, `too_complex`, and what `own` refuses
 */
export async function createAnswer<Extra extends object, ParentExtra extends object>(
  ctx: Context,
  viewer: Viewer,
  type: ContentType<Extra>,
  parentType: ContentType<ParentExtra>,
  parentId: string,
  body: { content: string; submitId: string },
  own: (parent: ContentFacts & ParentExtra) => Promise<{ columns: (answer: NewContent) => OwnColumns; extra: Extra }>,
): Promise<Submitted> {
  return await submit(ctx, viewer, type, {
    submitId: body.submitId,
    limit: 'replies',
    async prepare() {
      const parent = await requirePublished(ctx.db, parentType, parentId, viewer);
      const { columns, extra } = await own(parent);
      const text = await shortText(ctx, body.content, viewer.profileId);
      return { words: text.content, parent, columns, extra, text };
    },
    async insert(tx, content, { parent, columns, extra, text }) {
      if (!(await insertAnswer(tx, type, parentId, { ...content, ...text }, columns(content)))) return null;
      return { ...extra, title: text.excerpt, isAdult: parent.isAdult, parent };
    },
  });
}
