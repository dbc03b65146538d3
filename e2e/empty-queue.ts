import { sql } from '#platform/server/db/database.ts';
import type { Site } from '#site/server/site.ts';

/** Takes away what journeys before this one have left for staff, where a journey counts what waits. */
export async function emptyQueue({ ctx }: Pick<Site, 'ctx'>): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await tx.rows(sql`DELETE FROM queue_entries WHERE item_id IN (SELECT id FROM queue_items WHERE state = 'open')`);
    await tx.rows(sql`DELETE FROM queue_items WHERE state = 'open'`);
    await tx.rows(sql`DELETE FROM gallery_images WHERE state = 'pending'`);
    await tx.rows(sql`DELETE FROM self_promotion_posts WHERE state = 'pending'`);
  });
}
