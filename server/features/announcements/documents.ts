import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { escapeXml } from '#server/platform/http/xml.ts';
import { excerpt, plainText } from '#server/platform/markdown/render.ts';

const ENTRIES = 50;
const SUMMARY_CHARS = 300;

/** What is announced, as an Atom feed (RFC 4287). */
const atom: WebDocument = {
  method: 'GET',
  path: '/announcements.atom',
  access: 'public',
  summary: 'Announcements as an Atom feed, newest first.',
  async handle(ctx) {
    const rows = await ctx.db.rows<{
      id: string;
      title: string;
      content: string;
      created_at: Date;
      edited_at: Date | null;
      display_name: string | null;
    }>(sql`
      SELECT a.id, a.title, a.content, a.created_at, a.edited_at, p.display_name FROM announcements a LEFT JOIN profiles p ON p.id = a.author_id
      WHERE a.is_published AND (a.expires_at IS NULL OR a.expires_at > ${ctx.clock.now()}) ORDER BY a.created_at DESC, a.id DESC LIMIT ${ENTRIES}`);
    const updated = rows.reduce((latest, row) => Math.max(latest, (row.edited_at ?? row.created_at).getTime()), 0);
    const page = escapeXml(`${ctx.siteUrl}/announcements`);
    const entries = rows.map(
      (row) =>
        `<entry><id>urn:uuid:${row.id}</id><title>${escapeXml(row.title)}</title><link href="${page}"/><published>${row.created_at.toISOString()}</published><updated>${(row.edited_at ?? row.created_at).toISOString()}</updated><author><name>${escapeXml(row.display_name ?? 'Unknown User')}</name></author><summary>${escapeXml(excerpt(plainText(row.content), SUMMARY_CHARS))}</summary></entry>`,
    );
    return {
      contentType: 'application/atom+xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=60' },
      body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${page}</id><title>${escapeXml(ctx.config.siteName)}: Announcements</title><updated>${new Date(updated).toISOString()}</updated><link href="${page}"/><link rel="self" href="${page}.atom"/>${entries.join('')}</feed>`,
    };
  },
};

export const announcementDocuments: readonly WebDocument[] = [atom];
