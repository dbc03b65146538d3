import type { StaffCounts } from '#features/staff/contract/endpoints.ts';
import { staff } from '#features/staff/contract/limits.ts';
import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';

/** A capped count: rows of a query, of which at most `limit` are read. */
const counted = (from: SQL, limit: number): SQL => sql`(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${limit}) c)`;

const pending = (kind: string): SQL =>
  counted(sql`FROM queue_items WHERE state = 'open' AND needs_approval AND content_kind = ${kind}`, staff.countMax + 1);

/** The numbers on the tabs. */
export async function tabCounts(db: Executor): Promise<StaffCounts> {
  const [row] = await db.rows<{ queue: number; posts: number; images: number; complaints: number; forum: number }>(sql`
    SELECT ${counted(sql`FROM queue_items WHERE state = 'open'`, staff.countMax + 1)} AS queue, ${pending('self_promotion_post')} AS posts, ${pending('gallery_image')} AS images, ${pending('complaint')} AS complaints,
      ${counted(sql`FROM queue_items WHERE state = 'open' AND content_kind = 'forum_post'`, staff.countMax + 1)} AS forum`);
  return {
    queue: row!.queue,
    pendingPosts: row!.posts,
    pendingImages: row!.images,
    complaints: row!.complaints,
    forumPosts: row!.forum,
  };
}
