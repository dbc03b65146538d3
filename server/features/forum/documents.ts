import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { escapeXml } from '#server/platform/http/xml.ts';

/** Entries of the feed, and addresses in one sitemap file (the protocol's limit is 50,000). */
const FEED_ENTRIES = 50;
const SITEMAP_URLS = 10_000;

/** The newest public posts as an Atom feed (RFC 4287). 18+ posts are never in it. */
const atom: WebDocument = {
  method: 'GET',
  path: '/forum.atom',
  access: 'public',
  summary: 'The newest forum posts as an Atom feed.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{
      id: string;
      title: string;
      summary: string;
      created_at: Date;
      edited_at: Date | null;
      display_name: string | null;
      username: string | null;
    }>(sql`
      SELECT t.id, t.title, t.summary, t.created_at, t.edited_at, p.display_name, p.username FROM forum_posts t LEFT JOIN profiles p ON p.id = t.author_id
      WHERE t.state = 'published' AND NOT t.is_adult ORDER BY t.created_at DESC, t.id DESC LIMIT ${FEED_ENTRIES}`);
    const updated = rows.reduce((latest, row) => Math.max(latest, (row.edited_at ?? row.created_at).getTime()), 0);
    const entries = rows.map((row) => {
      const url = `${ctx.siteUrl}/forum/post/${row.id}`;
      return `<entry><id>urn:uuid:${row.id}</id><title>${escapeXml(row.title)}</title><link href="${escapeXml(url)}"/><published>${row.created_at.toISOString()}</published><updated>${(row.edited_at ?? row.created_at).toISOString()}</updated><author><name>${escapeXml(row.display_name ?? 'Unknown User')}</name></author><summary>${escapeXml(row.summary)}</summary></entry>`;
    });
    return {
      contentType: 'application/atom+xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=60' },
      body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${escapeXml(ctx.siteUrl)}/forum</id><title>${escapeXml(ctx.config.siteName)}: Forum</title><updated>${new Date(updated).toISOString()}</updated><link href="${escapeXml(ctx.siteUrl)}/forum"/><link rel="self" href="${escapeXml(ctx.siteUrl)}/forum.atom"/>${entries.join('')}</feed>`,
    };
  },
};

/** Addresses of public pages. 18+, held and removed posts are never in it. */
const sitemap: WebDocument = {
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'Addresses of public pages, the newest posts first.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{ id: string; changed_at: Date }>(sql`
      SELECT id, greatest(created_at, edited_at, last_reply_at) AS changed_at FROM forum_posts
      WHERE state = 'published' AND NOT is_adult ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
    const pages = [
      '/',
      '/forum',
      '/announcements',
      '/community',
      '/members',
      '/leaderboards',
      '/ranks',
      '/spotify-showcase',
      '/songs',
      '/drumkits',
      '/editing-packs',
      '/leaks',
      '/self-promotion',
    ].map((path) => `<url><loc>${escapeXml(ctx.siteUrl + path)}</loc></url>`);
    const posts = rows.map(
      (row) =>
        `<url><loc>${escapeXml(`${ctx.siteUrl}/forum/post/${row.id}`)}</loc><lastmod>${row.changed_at.toISOString()}</lastmod></url>`,
    );
    return {
      contentType: 'application/xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=600' },
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}${posts.join('')}</urlset>`,
    };
  },
};

const robots: WebDocument = {
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What crawlers may read.',
  async handle(ctx) {
    return {
      contentType: 'text/plain; charset=utf-8',
      body: `User-agent: *\nDisallow: /api/\nDisallow: /auth\nDisallow: /settings\nDisallow: /customize\nDisallow: /dev/\nSitemap: ${ctx.siteUrl}/sitemap.xml\nSitemap: ${ctx.siteUrl}/sitemap-uploads.xml\nSitemap: ${ctx.siteUrl}/sitemap-gallery.xml\nSitemap: ${ctx.siteUrl}/sitemap-sharing.xml\n`,
    };
  },
};

export const forumDocuments: readonly WebDocument[] = [atom, sitemap, robots];
