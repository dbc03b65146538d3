import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { escapeHtml } from '#server/platform/mail/render.ts';

/** Entries of the feed, and addresses in one sitemap file (the protocol's limit is 50,000). */
const FEED_ENTRIES = 50;
const SITEMAP_URLS = 10_000;

/** Characters that XML 1.0 does not know are left out. */
function xml(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
}

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
    const updated = rows.reduce((latest, row) => Math.max(latest, (row.edited_at ?? row.created_at).getTime()), 0);
    const entries = rows.map((row) => {
      const url = xml(`${ctx.siteUrl}/uploads/${row.id}`);
      const sounds = (row.enclosures ?? []).map(
        (file) =>
          `<link rel="enclosure" href="${xml(`${ctx.siteUrl}/files/${file.key}`)}" type="${xml(file.content_type)}" length="${file.bytes}"/>`,
      );
      return `<entry><id>urn:uuid:${row.id}</id><title>${xml(row.title)}</title><link href="${url}"/>${sounds.join('')}<published>${row.created_at.toISOString()}</published><updated>${(row.edited_at ?? row.created_at).toISOString()}</updated><author><name>${xml(row.display_name ?? 'Unknown User')}</name></author><summary>${xml(row.summary)}</summary></entry>`;
    });
    const site = xml(ctx.siteUrl);
    return {
      contentType: 'application/atom+xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=60' },
      body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${site}/uploads</id><title>${xml(ctx.config.siteName)}: Uploads</title><updated>${new Date(updated).toISOString()}</updated><link href="${site}/uploads"/><link rel="self" href="${site}/uploads.atom"/>${entries.join('')}</feed>`,
    };
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
    const uploads = rows.map(
      (row) =>
        `<url><loc>${xml(`${ctx.siteUrl}/uploads/${row.id}`)}</loc><lastmod>${row.changed_at.toISOString()}</lastmod></url>`,
    );
    return {
      contentType: 'application/xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=600' },
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${xml(ctx.siteUrl)}/uploads</loc></url>${uploads.join('')}</urlset>`,
    };
  },
};

export const feedDocuments: readonly WebDocument[] = [atom, sitemap];
