import type { Context } from '#platform/server/context.ts';
import { filesOf, presentFile } from '#content/media/server/actions.ts';
import type { FileRow } from '#content/media/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, type FeedEntry, atomFeed, sitemapOf } from '#platform/server/http/web-documents.ts';
import { galleryImage } from './types.ts';

/** Addresses in one sitemap file (the protocol's limit is 50,000). */
const SITEMAP_URLS = 10_000;

/** The public rendition of an image: the original is for its owner alone. Empty until the rendition exists. */
function pictureOf(ctx: Context, file: FileRow): NonNullable<FeedEntry['enclosures']> {
  const { url, renditions } = presentFile(file);
  return renditions
    .filter((rendition) => rendition.url === url)
    .map(({ contentType: type, bytes }) => ({ url: ctx.siteUrl + url, type, bytes }));
}

/** The newest approved images as an Atom feed (RFC 4287), each with its picture. 18+ ones are never in it. */
const atom: WebDocument = {
  method: 'GET',
  path: '/gallery.atom',
  access: 'public',
  summary: 'The newest images of the gallery as an Atom feed.',
  async handle(ctx) {
    const rows = await ctx.db.rows<Omit<FeedEntry, 'path' | 'enclosures'>>(sql`
      SELECT g.id, g.title, g.description AS summary, g.created_at, g.edited_at, p.display_name
      FROM (SELECT * FROM gallery_images WHERE state = 'published' AND NOT is_adult
        ORDER BY created_at DESC, id DESC LIMIT ${FEED_ENTRIES}) g
      LEFT JOIN profiles p ON p.id = g.uploader_id ORDER BY g.created_at DESC, g.id DESC`);
    const files = await filesOf(
      ctx.db,
      galleryImage.kind,
      rows.map((row) => row.id),
    );
    const entries = rows.map((row) => ({
      ...row,
      path: `/gallery?image=${row.id}`,
      enclosures: (files.get(row.id) ?? []).flatMap((file) => pictureOf(ctx, file)),
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
