import { type Executor, type SQL, sql } from '#platform/server/db/database.ts';
import { type Viewer, isStaff } from '#platform/server/http/viewer.ts';

/** Whether a member has unlocked a post. */
export async function hasUnlocked(db: Executor, postId: string, profileId: string): Promise<boolean> {
  const rows = await db.rows(sql`SELECT 1 FROM post_unlocks WHERE post_id = ${postId} AND profile_id = ${profileId}`);
  return rows.length > 0;
}

/** SQL of a post `o`: whether a reader may read all of its text, as `mayReadPostText`. */
export const readsText = (viewer: Viewer): SQL =>
  sql`(NOT o.is_locked OR ${isStaff(viewer)} OR o.author_id = ${viewer.profileId} OR EXISTS (SELECT 1 FROM post_unlocks u WHERE u.post_id = o.id AND u.profile_id = ${viewer.profileId}))`;

/** A member's unlocks, for their data export: which posts and when, without their text. */
export async function unlocksOfMember(db: Executor, profileId: string): Promise<unknown[]> {
  return await db.rows(
    sql`SELECT post_id, price, created_at FROM post_unlocks WHERE profile_id = ${profileId} ORDER BY created_at, post_id`,
  );
}
