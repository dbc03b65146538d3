import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { sitemapOf } from '#server/platform/http/web-documents.ts';

/** Addresses in one sitemap file (the protocol's limit is 50,000). */
const SITEMAP_URLS = 10_000;

/** Addresses of approved images. 18+, pending, rejected and removed ones are never in it. */
const sitemap: WebDocument = {
  method: 'GET',
  path: '/sitemap-gallery.xml',
  access: 'public',
  summary: 'Addresses of the images in the gallery, the newest first.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{ id: string; created_at: Date }>(sql`
      SELECT id, created_at FROM gallery_images WHERE state = 'published' AND NOT is_adult
      ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
    const images = rows.map((row) => ({ path: `/gallery?image=${row.id}`, changed: row.created_at }));
    return sitemapOf(ctx, [{ path: '/gallery' }, ...images]);
  },
};

export const galleryDocuments: readonly WebDocument[] = [sitemap];
