import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, atomFeed, sitemapOf } from '#platform/server/http/web-documents.ts';

/** Addresses in one sitemap file (the protocol's limit is 50,000). */
const SITEMAP_URLS = 10_000;

/** The newest public uploads as an Atom feed (RFC 4287). 18+ ones are never in it. */
const atom: WebDocument = {
  method: 'GET',
  path: '/uploads.atom',
  access: 'public',
  summary: 'The newest uploads as an Atom feed.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{
      id: string;
      title: string;
      summary: string;
      created_at: Date;
      edited_at: Date | null;
      display_name: string | null;
      enclosures: { key: string; content_type: string; bytes: number }[] | null;
    }>(sql`
      SELECT u.id, u.title, u.summary, u.created_at, u.edited_at, p.display_name,
        (SELECT jsonb_agg(jsonb_build_object('key', coalesce(r.key, f.key), 'content_type', coalesce(r.content_type, f.content_type),
            'bytes', coalesce(r.bytes, f.bytes)) ORDER BY t.position)
          FROM upload_files t JOIN files f ON f.id = t.file_id LEFT JOIN file_renditions r ON r.file_id = f.id AND r.name = 'stream'
          WHERE t.upload_id = u.id AND t.kind = 'audio' AND f.processing IN ('done', 'unavailable')) AS enclosures
      FROM uploads u LEFT JOIN profiles p ON p.id = u.author_id
      WHERE u.state = 'published' AND NOT u.is_adult ORDER BY u.created_at DESC, u.id DESC LIMIT ${FEED_ENTRIES}`);
    const entries = rows.map((row) => ({
      ...row,
      path: `/uploads/${row.id}`,
      enclosures: (row.enclosures ?? []).map(({ key, content_type: type, bytes }) => ({
        url: `${ctx.siteUrl}/files/${key}`,
        type,
        bytes,
      })),
    }));
    return atomFeed(ctx, { path: '/uploads', title: 'Uploads', entries });
  },
};

/** Addresses of public uploads. 18+, held and removed ones are never in it. */
const sitemap: WebDocument = {
  method: 'GET',
  path: '/sitemap-uploads.xml',
  access: 'public',
  summary: 'Addresses of public uploads, the newest first.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{ id: string; changed_at: Date }>(sql`
      SELECT id, coalesce(edited_at, created_at) AS changed_at FROM uploads
      WHERE state = 'published' AND NOT is_adult ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
    const uploads = rows.map((row) => ({ path: `/uploads/${row.id}`, changed: row.changed_at }));
    return sitemapOf(ctx, [{ path: '/uploads' }, ...uploads]);
  },
};

export const feedDocuments: readonly WebDocument[] = [atom, sitemap];
