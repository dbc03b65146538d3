import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';

/** Whether a member has unlocked a post. */
export async function hasUnlocked(db: Executor, postId: string, profileId: string): Promise<boolean> {
  const rows = await db.rows(sql`SELECT 1 FROM post_unlocks WHERE post_id = ${postId} AND profile_id = ${profileId}`);
  return rows.length > 0;
}

/** Opens a post to a member for good. */
export async function addUnlock(tx: Tx, postId: string, profileId: string, at: Date): Promise<void> {
  await tx.rows(
    sql`INSERT INTO post_unlocks (post_id, profile_id, created_at) VALUES (${postId}, ${profileId}, ${at}) ON CONFLICT DO NOTHING`,
  );
}

/** What a member has unlocked, for their data export: which posts and when, never a text. */
export async function unlocksOfMember(db: Executor, profileId: string): Promise<unknown[]> {
  return await db.rows(
    sql`SELECT post_id, created_at FROM post_unlocks WHERE profile_id = ${profileId} ORDER BY created_at, post_id`,
  );
}
