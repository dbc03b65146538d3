import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { FEED_ENTRIES, type FeedEntry, atomFeed, sitemapOf } from '#server/platform/http/web-documents.ts';

/** Addresses in one sitemap file (the protocol's limit is 50,000). */
const SITEMAP_URLS = 10_000;

/** The newest approved images as an Atom feed (RFC 4287), each with its picture. 18+ ones are never in it. */
const atom: WebDocument = {
  method: 'GET',
  path: '/gallery.atom',
  access: 'public',
  summary: 'The newest images of the gallery as an Atom feed.',
  async handle(ctx) {
    const rows = await ctx.db.rows<
      Omit<FeedEntry, 'path' | 'enclosures'> & { key: string; content_type: string; bytes: string }
    >(sql`
      SELECT g.id, g.title, g.description AS summary, g.created_at, g.edited_at, p.display_name, f.key, f.content_type, f.bytes
      FROM (SELECT * FROM gallery_images WHERE state = 'published' AND NOT is_adult
        ORDER BY created_at DESC, id DESC LIMIT ${FEED_ENTRIES}) g
      JOIN files f ON f.id = g.file_id LEFT JOIN profiles p ON p.id = g.uploader_id ORDER BY g.created_at DESC, g.id DESC`);
    const entries = rows.map(({ key, content_type: type, bytes, ...row }) => ({
      ...row,
      path: `/gallery?image=${row.id}`,
      enclosures: [{ url: `${ctx.siteUrl}/files/${key}`, type, bytes: Number(bytes) }],
    }));
    return atomFeed(ctx, { path: '/gallery', title: 'Gallery', entries });
  },
};

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

export const galleryDocuments: readonly WebDocument[] = [atom, sitemap];
