import type { Surroundings } from '#platform/server/content-kind.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import type { AnswerOf, ContentType } from '#content/core/server/type.ts';

interface NearRow {
  readonly id: string;
  readonly author_id: string;
  readonly text: string;
  readonly created_at: Date;
}

/**
 * What an answer stands among: what it answers, and the nearest answers on both sides that are not removed, also those of
 * members whom others do not see. For staff alone.
 * @param each how many on each side @returns null where it is not there
 */
export async function surroundings<Extra extends object>(
  db: Executor,
  type: ContentType<Extra>,
  { type: parent, column, inReplyTo }: AnswerOf,
  id: string,
  each: number,
): Promise<Surroundings | null> {
  const aboveId = sql.raw(inReplyTo ? `t.${inReplyTo}` : 'NULL::uuid');
  const of = (fragment: string): SQL => sql.raw(fragment.replaceAll(/\bt\./g, 'o.'));
  const [own] = await db.rows<{
    parent_id: string;
    place: string;
    above_author: string;
    above_text: string;
    answered: string | null;
  }>(sql`
    SELECT o.id AS parent_id, t.place, ${sql.raw(`o.${parent.authorColumn}`)} AS above_author, concat_ws(E'\n', ${of(parent.title)}, ${of(parent.excerpt)}) AS above_text, ${aboveId} AS answered
    FROM ${sql.raw(type.table)} t JOIN ${sql.raw(parent.table)} o ON o.id = t.${sql.raw(column)} WHERE t.id = ${id}`);
  if (!own) return null;
  const near = async (where: SQL, limit: number): Promise<NearRow[]> =>
    await db.rows<NearRow>(sql`
      SELECT t.id, ${sql.raw(`t.${type.authorColumn}`)} AS author_id, ${sql.raw(type.excerpt)} AS text, t.created_at FROM ${sql.raw(type.table)} t
      WHERE t.${sql.raw(column)} = ${own.parent_id} AND t.state <> 'removed' AND ${where} LIMIT ${limit}`);
  const [before, after, answered] = await Promise.all([
    near(sql`t.place < ${own.place}::bigint ORDER BY t.place DESC`, each),
    near(sql`t.place > ${own.place}::bigint ORDER BY t.place`, each),
    own.answered === null ? [] : near(sql`t.id = ${own.answered}`, 1),
  ]);
  const line = (row: NearRow) => ({ id: row.id, authorId: row.author_id, text: row.text, createdAt: row.created_at });
  const [to] = answered;
  return {
    above: to ? { authorId: to.author_id, text: to.text } : { authorId: own.above_author, text: own.above_text },
    before: before.toReversed().map(line),
    after: after.map(line),
  };
}
