import { inListedCategory } from '#features/forum/server/rules.ts';
import { profileIdByName } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, type FeedEntry, atomFeed, noFeed } from '#platform/server/http/web-documents.ts';

/** What a member has published, posts and uploads, newest first. 18+ ones are never in it. */
export const memberFeed: WebDocument = {
  method: 'GET',
  path: '/profile/:username/posts.atom',
  access: 'public',
  summary: "A member's newest posts and uploads as an Atom feed.",
  async handle(ctx, { params }) {
    const profileId = await profileIdByName(ctx.db, params['username'] ?? '', ctx.clock.now());
    const [owner] = await ctx.db.rows<{ username: string; display_name: string }>(
      sql`SELECT username, display_name FROM profiles WHERE id = ${profileId}::uuid AND user_id IS NOT NULL`,
    );
    if (!owner) return noFeed('There is no such member.');
    const rows = await ctx.db.rows<Omit<FeedEntry, 'display_name' | 'enclosures'>>(sql`
      SELECT id, path, title, summary, created_at, edited_at FROM (
        (SELECT id, '/forum/post/' || id AS path, title, summary, created_at, edited_at FROM forum_posts
          WHERE author_id = ${profileId}::uuid AND state = 'published' AND NOT is_adult${inListedCategory(ctx.switches)} ORDER BY created_at DESC, id DESC LIMIT ${FEED_ENTRIES})
        UNION ALL
        (SELECT id, '/uploads/' || id AS path, title, summary, created_at, edited_at FROM uploads
          WHERE ${ctx.switches.isListed('uploads')} AND author_id = ${profileId}::uuid AND state = 'published' AND NOT is_adult ORDER BY created_at DESC, id DESC LIMIT ${FEED_ENTRIES})
      ) both_kinds ORDER BY created_at DESC, id DESC LIMIT ${FEED_ENTRIES}`);
    const page = `/profile/${owner.username}`;
    const entries = rows.map((row) => ({ ...row, display_name: owner.display_name }));
    return atomFeed(ctx, { path: page, self: `${page}/posts.atom`, title: owner.display_name, entries });
  },
};
