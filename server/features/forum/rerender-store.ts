import { type Executor, sql } from '#server/platform/db/database.ts';
import type { PostText } from './posts-store.ts';
import type { ReplyText } from './replies-store.ts';

/** A text whose HTML an older renderer made. */
export interface OldText {
  readonly id: string;
  readonly content: string;
  readonly version: number;
}

/** Whether any HTML is of an older renderer. */
export async function hasOldTexts(db: Executor, renderer: number): Promise<boolean> {
  const [row] = await db.rows<{ found: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM forum_posts WHERE renderer < ${renderer}) OR EXISTS (SELECT 1 FROM post_replies WHERE renderer < ${renderer}) AS found`,
  );
  return row!.found;
}

/** How many texts are of an older renderer. */
export async function countOldTexts(db: Executor, renderer: number): Promise<{ posts: number; replies: number }> {
  const [row] = await db.rows<{ posts: number; replies: number }>(
    sql`SELECT (SELECT count(*)::int FROM forum_posts WHERE renderer < ${renderer}) AS posts, (SELECT count(*)::int FROM post_replies WHERE renderer < ${renderer}) AS replies`,
  );
  return row!;
}

/** Some posts of an older renderer, in any order. */
export async function oldPosts(db: Executor, renderer: number, limit: number): Promise<OldText[]> {
  return await db.rows<OldText>(
    sql`SELECT id, content, version FROM forum_posts WHERE renderer < ${renderer} ORDER BY renderer LIMIT ${limit}`,
  );
}

/** Some replies of an older renderer, in any order. */
export async function oldReplies(db: Executor, renderer: number, limit: number): Promise<OldText[]> {
  return await db.rows<OldText>(
    sql`SELECT id, content, version FROM post_replies WHERE renderer < ${renderer} ORDER BY renderer LIMIT ${limit}`,
  );
}

/** Replaces what was made of posts (a locked one keeps to what stays visible), but of those that were edited since they were read. */
export async function replacePostHtml(
  db: Executor,
  rows: readonly (Omit<PostText, 'content' | 'fingerprint'> & Pick<OldText, 'id' | 'version'>)[],
  renderer: number,
): Promise<void> {
  await db.rows(sql`
    UPDATE forum_posts t SET title = n.title, html = n.html, preview = n.preview, renderer = ${renderer},
      summary = CASE WHEN t.is_locked THEN n.preview ELSE n.summary END
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => row.html)}::text[], ${rows.map((row) => row.preview)}::text[], ${rows.map((row) => row.summary)}::text[]) AS n (id, version, title, html, preview, summary)
    WHERE t.id = n.id AND t.version = n.version AND t.renderer < ${renderer}`);
}

/** Replaces what was made of replies, but of those that were edited since they were read. */
export async function replaceReplyHtml(
  db: Executor,
  rows: readonly (Omit<ReplyText, 'content'> & Pick<OldText, 'id' | 'version'>)[],
  renderer: number,
): Promise<void> {
  await db.rows(sql`
    UPDATE post_replies t SET html = n.html, excerpt = n.excerpt, renderer = ${renderer}
    FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.version)}::int[], ${rows.map((row) => row.html)}::text[], ${rows.map((row) => row.excerpt)}::text[]) AS n (id, version, html, excerpt)
    WHERE t.id = n.id AND t.version = n.version AND t.renderer < ${renderer}`);
}
