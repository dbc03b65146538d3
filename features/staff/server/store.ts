import type { StaffCounts } from '#features/staff/contract/endpoints.ts';
import { staff } from '#features/staff/contract/limits.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';

/** A capped count: rows of a query, of which at most `limit` are read. */
const counted = (from: SQL, limit: number): SQL => sql`(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${limit}) c)`;

/** Open items of the queue for which a condition holds. */
const open = (condition: SQL): SQL =>
  counted(sql`FROM queue_items WHERE state = 'open' AND ${condition}`, staff.countMax + 1);
const pending = (kind: string): SQL => open(sql`needs_approval AND content_kind = ${kind}`);

/** The numbers on the tabs, and on the views of the queue. */
export async function tabCounts(db: Executor): Promise<StaffCounts> {
  const [row] = await db.rows<StaffCounts>(sql`
    SELECT ${open(sql`true`)} AS queue, ${pending('self_promotion_post')} AS "pendingPosts", ${pending('gallery_image')} AS "pendingImages", ${pending('complaint')} AS complaints,
      ${open(sql`content_kind = 'forum_post'`)} AS "forumPosts", ${open(sql`report_count > 0`)} AS reported, ${open(sql`hold_reasons IS NOT NULL`)} AS held,
      ${open(sql`marked_words IS NOT NULL`)} AS marked, ${open(sql`needs_approval`)} AS approvals`);
  return row!;
}
