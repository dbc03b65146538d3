import { people } from '#contract/limits.ts';
import { type PersonColumns, personColumns } from '#server/features/profiles/store.ts';
import { type Executor, sql } from '#server/platform/db/database.ts';

export interface Statistics {
  readonly members: number;
  readonly posts: number;
  readonly replies: number;
  readonly xp: number;
}

/** The counts as last counted; zeros before the first time. */
export async function statistics(db: Executor): Promise<Statistics> {
  const [row] = await db.rows<{ members: number; posts: number; replies: number; xp: string }>(
    sql`SELECT members, posts, replies, xp FROM site_statistics WHERE id = 1`,
  );
  return row
    ? { members: row.members, posts: row.posts, replies: row.replies, xp: Number(row.xp) }
    : { members: 0, posts: 0, replies: 0, xp: 0 };
}

/** Counts anew. */
export async function countStatistics(db: Executor, at: Date): Promise<void> {
  await db.rows(sql`
    INSERT INTO site_statistics (id, members, posts, replies, xp, counted_at)
    SELECT 1, (SELECT count(*) FROM profiles WHERE user_id IS NOT NULL), (SELECT count(*) FROM forum_posts WHERE state = 'published'),
      (SELECT count(*) FROM post_replies WHERE state = 'published'), (SELECT coalesce(sum(xp), 0) FROM profiles WHERE user_id IS NOT NULL), ${at}::timestamptz
    ON CONFLICT (id) DO UPDATE SET members = excluded.members, posts = excluded.posts, replies = excluded.replies, xp = excluded.xp, counted_at = excluded.counted_at`);
}

/** The latest members, without deleted ones. */
export async function newestMembers(db: Executor): Promise<(PersonColumns & { xp: number; created_at: Date })[]> {
  return await db.rows(sql`
    SELECT ${personColumns}, p.xp, p.created_at FROM profiles p WHERE p.user_id IS NOT NULL ORDER BY p.created_at DESC, p.id DESC LIMIT ${people.newestMembers}`);
}
