import { type Executor, type Tx, sql } from '#server/platform/db/database.ts';

/** An image whose count of likes is not that of its likes. */
export interface WrongLikeCount {
  readonly id: string;
  readonly title: string;
  readonly like_count: number;
  readonly true_count: number;
}

/** Compares the next images by id with their likes. @returns the last id that was compared, null at the end */
export async function wrongLikeCounts(
  db: Executor,
  after: string,
  limit: number,
): Promise<{ wrong: WrongLikeCount[]; last: string | null }> {
  const rows = await db.rows<WrongLikeCount>(sql`
    SELECT i.id, i.title, i.like_count, l.count AS true_count
    FROM (SELECT id, title, like_count FROM gallery_images WHERE id > ${after}::uuid ORDER BY id LIMIT ${limit}) i
    CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM gallery_likes WHERE image_id = i.id) l
    ORDER BY i.id`);
  return {
    wrong: rows.filter((row) => row.like_count !== row.true_count),
    last: rows.length === limit ? rows.at(-1)!.id : null,
  };
}

/** Counts an image's likes again. */
export async function recountLikes(tx: Tx, imageId: string): Promise<void> {
  // Whoever likes changes the image's row too: with it locked, the count below sees every like or is added to.
  await tx.rows(sql`SELECT 1 FROM gallery_images WHERE id = ${imageId} FOR UPDATE`);
  await tx.rows(
    sql`UPDATE gallery_images SET like_count = (SELECT count(*)::int FROM gallery_likes WHERE image_id = ${imageId}) WHERE id = ${imageId}`,
  );
}
