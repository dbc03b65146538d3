import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';

/** Parameters of the endpoints of the open queue item of a subject. @throws when it has none */
export async function openItemOf(ctx: Context, subjectId: string): Promise<{ readonly itemId: string }> {
  const [row] = await ctx.db.rows<{ id: string }>(
    sql`SELECT id FROM queue_items WHERE content_id = ${subjectId} AND state = 'open'`,
  );
  if (!row) throw new Error(`${subjectId} is not in the queue.`);
  return { itemId: row.id };
}
