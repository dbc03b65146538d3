import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';

/** A post whose reply count or last reply is not that of its published replies. */
export interface WrongReplyCount {
  readonly id: string;
  readonly title: string;
  readonly reply_count: number;
  readonly true_count: number;
}

/** Compares the next posts by id with their replies. @returns the last id that was looked at, null at the end. */
export async function wrongReplyCounts(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongReplyCount[]; last: string | null }> {
  const rows = await db.rows<WrongReplyCount & { same_time: boolean }>(sql`
    SELECT o.id, o.title, o.reply_count, r.count AS true_count, o.last_reply_at IS NOT DISTINCT FROM r.last_at AS same_time
    FROM (SELECT id, title, reply_count, last_reply_at FROM forum_posts WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) o
    CROSS JOIN LATERAL (SELECT count(*)::int AS count, max(created_at) AS last_at FROM post_replies WHERE post_id = o.id AND state = 'published') r
    ORDER BY o.id`);
  return {
    wrong: rows.filter((row) => row.reply_count !== row.true_count || !row.same_time),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts a post's replies anew. */
export async function recountReplies(tx: Tx, postId: string): Promise<void> {
  // Whoever adds a reply changes the post's row too: with it locked, the count below sees every reply or is added to.
  await tx.rows(sql`SELECT 1 FROM forum_posts WHERE id = ${postId} FOR UPDATE`);
  await tx.rows(sql`
    UPDATE forum_posts SET
      reply_count = (SELECT count(*)::int FROM post_replies WHERE post_id = ${postId} AND state = 'published'),
      last_reply_at = (SELECT max(created_at) FROM post_replies WHERE post_id = ${postId} AND state = 'published')
    WHERE id = ${postId}`);
}

/** A profile whose count of posts is not that of its published posts. */
export interface WrongPostCount {
  readonly id: string;
  readonly username: string;
  readonly post_count: number;
  readonly true_count: number;
}

/** Compares the next profiles by id with their posts. @returns the last id that was looked at, null at the end. */
export async function wrongPostCounts(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongPostCount[]; last: string | null }> {
  const rows = await db.rows<WrongPostCount>(sql`
    SELECT p.id, p.username, p.post_count, r.count AS true_count
    FROM (SELECT id, username, post_count FROM profiles WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) p
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM forum_posts WHERE author_id = p.id AND state = 'published') r
    ORDER BY p.id`);
  return {
    wrong: rows.filter((row) => row.post_count !== row.true_count),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts a profile's posts anew. */
export async function recountPosts(tx: Tx, profileId: string): Promise<void> {
  await tx.rows(sql`SELECT 1 FROM profiles WHERE id = ${profileId} FOR UPDATE`);
  await tx.rows(sql`
    UPDATE profiles SET post_count = (SELECT count(*)::int FROM forum_posts WHERE author_id = ${profileId} AND state = 'published') WHERE id = ${profileId}`);
}
