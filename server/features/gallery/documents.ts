import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { escapeXml } from '#server/platform/http/xml.ts';

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
    const images = rows.map(
      (row) =>
        `<url><loc>${escapeXml(`${ctx.siteUrl}/gallery?image=${row.id}`)}</loc><lastmod>${row.created_at.toISOString()}</lastmod></url>`,
    );
    return {
      contentType: 'application/xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=600' },
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeXml(ctx.siteUrl)}/gallery</loc></url>${images.join('')}</urlset>`,
    };
  },
};

export const galleryDocuments: readonly WebDocument[] = [sitemap];
