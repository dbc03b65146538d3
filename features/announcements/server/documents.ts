import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, atomFeed } from '#platform/server/http/web-documents.ts';
import { excerpt, plainText } from '#platform/server/markdown/render.ts';

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
      WHERE a.is_published AND (a.expires_at IS NULL OR a.expires_at > ${ctx.clock.now()}) ORDER BY a.created_at DESC, a.id DESC LIMIT ${FEED_ENTRIES}`);
    const path = '/announcements';
    const entries = rows.map((row) => ({ ...row, path, summary: excerpt(plainText(row.content), SUMMARY_CHARS) }));
    return atomFeed(ctx, { path, title: 'Announcements', entries });
  },
};

export const announcementDocuments: readonly WebDocument[] = [atom];
