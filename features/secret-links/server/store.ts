import { secretLinks as limits } from '#features/secret-links/contract/limits.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { TimePlace } from '#platform/server/paging.ts';

/** A link, without its token. */
export interface LinkRow {
  readonly id: string;
  readonly content_kind: string;
  readonly content_id: string;
  readonly label: string;
  readonly play_count: number;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

/** One page of a member's links, newest first. @param contentId of one thing; null for all */
export async function linksOf(
  db: Executor,
  authorId: string,
  contentId: string | null,
  after: TimePlace | null,
): Promise<LinkRow[]> {
  const only = contentId === null ? sql`` : sql` AND content_id = ${contentId}::uuid`;
  const key = after === null ? sql`` : sql` AND (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  return await db.rows<LinkRow>(sql`
    SELECT id, content_kind, content_id, label, play_count, created_at, expires_at FROM secret_links
    WHERE author_id = ${authorId}${only}${key} ORDER BY created_at DESC, id DESC LIMIT ${limits.perPage + 1}`);
}

/** How many valid links a member has, in all and to one content. */
export async function countLinks(
  tx: Tx,
  authorId: string,
  contentId: string,
  now: Date,
): Promise<{ all: number; same: number }> {
  const [row] = await tx.rows<{ all: number; same: number }>(sql`
    SELECT count(*)::int AS all, (count(*) FILTER (WHERE content_id = ${contentId}))::int AS same FROM secret_links
    WHERE author_id = ${authorId} AND (expires_at IS NULL OR expires_at > ${now})`);
  return row!;
}

/** Deletes a link of a member's own. */
export async function deleteLink(tx: Tx, authorId: string, id: string): Promise<void> {
  await tx.rows(sql`DELETE FROM secret_links WHERE id = ${id} AND author_id = ${authorId}`);
}

/** Deletes links that have expired long ago. */
export async function deleteExpired(db: Executor, before: Date): Promise<void> {
  await db.rows(sql`DELETE FROM secret_links WHERE expires_at < ${before}`);
}

/** A member's links, for their data export. */
export async function exportLinks(db: Executor, authorId: string): Promise<Record<string, unknown[]>> {
  return {
    secret_links: await db.rows(sql`
      SELECT content_kind, content_id, label, play_count, created_at, expires_at FROM secret_links
      WHERE author_id = ${authorId} ORDER BY created_at`),
  };
}

/** Deletes all links of a member who leaves. */
export async function eraseLinks(tx: Tx, authorId: string): Promise<void> {
  await tx.rows(sql`DELETE FROM secret_links WHERE author_id = ${authorId}`);
}
