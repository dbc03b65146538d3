import type { Context } from '#platform/server/context.ts';
import { releaseFiles } from '#content/media/server/actions.ts';
import { type Executor, type Tx, sql } from '#platform/server/db/database.ts';
import type { StoredBanner } from '#features/forum/server/tables.ts';

/** The kind of content that a banner's image is part of; the image's own id is the content's. */
export const BANNER_KIND = 'forum_banner';

/** A member's banner settings. */
export async function bannerOf(db: Executor, profileId: string): Promise<StoredBanner | null> {
  const [row] = await db.rows<{ banner: StoredBanner | null }>(
    sql`SELECT custom_forum_banner AS banner FROM profiles WHERE id = ${profileId}`,
  );
  return row?.banner ?? null;
}

/** The same, and nobody changes them before the transaction ends: a post may take them over as they are. */
export async function heldBanner(tx: Tx, profileId: string): Promise<StoredBanner | null> {
  const [row] = await tx.rows<{ banner: StoredBanner | null }>(
    sql`SELECT custom_forum_banner AS banner FROM profiles WHERE id = ${profileId} FOR NO KEY UPDATE`,
  );
  return row?.banner ?? null;
}

export async function writeBanner(tx: Tx, profileId: string, banner: StoredBanner | null, at: Date): Promise<void> {
  await tx.rows(sql`
    UPDATE profiles SET custom_forum_banner = ${banner === null ? null : JSON.stringify(banner)}::jsonb, updated_at = ${at}
    WHERE id = ${profileId}`);
}

/** Releases images of members that neither their settings nor a post of theirs shows any more. */
export async function releaseUnusedBanners(ctx: Context, tx: Tx, profileIds: readonly string[]): Promise<void> {
  if (profileIds.length === 0) return;
  const unused = await tx.rows<{ id: string }>(sql`
    SELECT f.id FROM files f JOIN profiles p ON p.id = f.owner_id
    WHERE f.owner_id = ANY(${[...new Set(profileIds)]}::uuid[]) AND f.content_kind = ${BANNER_KIND} AND f.state = 'claimed'
      AND (p.custom_forum_banner->>'file_id') IS DISTINCT FROM f.id::text
      AND NOT EXISTS (SELECT 1 FROM forum_posts t WHERE t.author_id = f.owner_id AND t.custom_banner->>'file_id' = f.id::text)`);
  await releaseFiles(
    ctx,
    tx,
    BANNER_KIND,
    unused.map((row) => row.id),
  );
}

/** Who shows an image as a banner, and to whom: its owner, and whether a post for all or for adults alone has it. */
export interface BannerFacts {
  readonly owner_id: string;
  /** Null where no published post has it. */
  readonly is_adult: boolean | null;
}

export async function bannerFacts(db: Executor, fileId: string): Promise<BannerFacts | null> {
  const [row] = await db.rows<BannerFacts>(sql`
    SELECT f.owner_id, (SELECT t.is_adult FROM forum_posts t WHERE t.author_id = f.owner_id AND t.state = 'published'
      AND t.custom_banner->>'file_id' = f.id::text ORDER BY t.is_adult LIMIT 1) AS is_adult
    FROM files f WHERE f.id = ${fileId} AND f.state = 'claimed'`);
  return row ?? null;
}
