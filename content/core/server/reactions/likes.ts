import type { Context } from '#platform/server/context.ts';
import { type Executor, type SQL, type Tx, sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import { notifyReactionsJob } from '#content/core/server/notify.ts';
import { requirePublished } from '#content/core/server/policies.ts';
import type { ContentType, LikeTable } from '#content/core/server/type.ts';

/** Whether a reader likes the content of a row: a column. @param contentId the column of its id */
export const likedColumn = ({ table, column }: LikeTable, contentId: SQL, userId: string | null): SQL =>
  userId === null
    ? sql`false`
    : sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} l WHERE l.${sql.raw(column)} = ${contentId} AND l.user_id = ${userId}::uuid)`;

/**
 * Sets or takes back a like and keeps `like_count` in step; idempotent.
 * @param userId the sign-in user's id
 * @returns the count, and whether anything changed; null when the content is not published
 */
export async function setLike(
  tx: Tx,
  type: ContentType,
  id: string,
  userId: string,
  on: boolean,
  at: Date,
): Promise<{ count: number; changed: boolean } | null> {
  const { table, column: columnName } = type.likes!;
  const [content, into, column] = [sql.raw(type.table), sql.raw(table), sql.raw(columnName)];
  const rows = await tx.rows(
    on
      ? sql`INSERT INTO ${into} (${column}, user_id, created_at) SELECT id, ${userId}::uuid, ${at}::timestamptz FROM ${content}
            WHERE id = ${id} AND state = 'published' ON CONFLICT DO NOTHING RETURNING ${column}`
      : sql`DELETE FROM ${into} WHERE ${column} = ${id} AND user_id = ${userId} RETURNING ${column}`,
  );
  const by = rows.length === 0 ? 0 : on ? 1 : -1;
  const [row] = await tx.rows<{ count: number }>(
    by === 0
      ? sql`SELECT like_count AS count FROM ${content} WHERE id = ${id} AND state = 'published'`
      : sql`UPDATE ${content} SET like_count = greatest(0, like_count + ${by}) WHERE id = ${id} RETURNING like_count AS count`,
  );
  return row ? { count: row.count, changed: by !== 0 } : null;
}

/**
 * Likes a content, or takes the like back.
 * @param changed sends the live event of a new count, after the commit
 * @throws {Refusal} the type's `notFound`, `adults_only`
 */
export async function like(
  ctx: Context,
  viewer: Viewer,
  type: ContentType,
  id: string,
  on: boolean,
  changed: (tx: Tx, likeCount: number) => void,
): Promise<{ on: boolean; likeCount: number }> {
  const facts = await requirePublished(ctx.db, type, id, viewer);
  return await ctx.db.tx(async (tx) => {
    const liked = await setLike(tx, type, id, viewer.userId, on, ctx.clock.now());
    if (!liked) throw new Refusal(type.notFound);
    if (liked.changed) {
      changed(tx, liked.count);
      if (facts.authorId !== viewer.profileId) await ctx.jobs.enqueue(tx, notifyReactionsJob, { kind: type.kind, id });
    }
    return { on, likeCount: liked.count };
  });
}

/** Takes the likes of a member back who leaves, and the counts with them. */
export async function deleteLikesOf(tx: Tx, type: ContentType, profileId: string): Promise<void> {
  const likes = type.likes!;
  const [content, table, column] = [sql.raw(type.table), sql.raw(likes.table), sql.raw(likes.column)];
  const likedIds = sql`SELECT l.${column} FROM ${table} l JOIN profiles p ON p.user_id = l.user_id WHERE p.id = ${profileId}`;
  // Locked in the order of ids, as two members may leave at once.
  await tx.rows(sql`SELECT 1 FROM ${content} WHERE id IN (${likedIds}) ORDER BY id FOR UPDATE`);
  await tx.rows(sql`
    WITH gone AS (DELETE FROM ${table} l USING profiles p WHERE p.id = ${profileId} AND p.user_id = l.user_id RETURNING l.${column} AS id)
    UPDATE ${content} SET like_count = greatest(0, like_count - 1) WHERE id IN (SELECT id FROM gone)`);
}

/** Deletes the likes of contents that are gone for good. */
export async function deleteLikesFor(tx: Tx, { table, column }: LikeTable, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`DELETE FROM ${sql.raw(table)} WHERE ${sql.raw(column)} = ANY(${[...ids]}::uuid[])`);
}

/** One member's likes, for their data export. */
export async function likesByMember(db: Executor, { table, column }: LikeTable, profileId: string): Promise<unknown[]> {
  return await db.rows(sql`
    SELECT l.${sql.raw(column)}, l.created_at FROM ${sql.raw(table)} l JOIN profiles p ON p.user_id = l.user_id
    WHERE p.id = ${profileId} ORDER BY l.created_at`);
}
