import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, type FeedEntry, atomFeed, noFeed, sitemapOf } from '#platform/server/http/web-documents.ts';
import { isId } from '#platform/server/ids.ts';
import { filterOf } from './list/list.ts';
import { inListedCategory } from './rules.ts';
import { postIds } from './posts-store.ts';
import { posts } from './read.ts';

/** Addresses in one sitemap file (the protocol's limit is 50,000). */
const SITEMAP_URLS = 10_000;

type Row = Omit<FeedEntry, 'path' | 'enclosures'>;

/** Null where a visitor may not read it. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The newest public posts, of all categories or of one. 18+ posts are never in it. */
const atom: WebDocument = {
  method: 'GET',
  path: '/forum.atom',
  access: 'public',
  summary: 'The newest forum posts as an Atom feed; `?category=` of one category.',
  async handle(ctx, { url }) {
    const category = url.searchParams.get('category') ?? undefined;
    const filter = await orNull(filterOf(ctx, null, category));
    if (!filter) return noFeed('There is no such category.');
    const ids = await postIds(ctx.db, filter, null, FEED_ENTRIES);
    const rows = await ctx.db.rows<Row>(sql`
      SELECT t.id, t.title, t.summary, t.created_at, t.edited_at, p.display_name
      FROM forum_posts t LEFT JOIN profiles p ON p.id = t.author_id
      WHERE t.id = ANY(${ids}::uuid[]) ORDER BY t.created_at DESC, t.id DESC`);
    const entries = rows.map((row) => ({ ...row, path: `/forum/post/${row.id}` }));
    const query = category === undefined ? '' : `?category=${encodeURIComponent(category)}`;
    return atomFeed(ctx, { path: `/forum${query}`, self: `/forum.atom${query}`, title: 'Forum', entries });
  },
};

/** The newest replies to a post that visitors may read. */
const thread: WebDocument = {
  method: 'GET',
  path: '/forum/post/:postId/replies.atom',
  access: 'public',
  summary: 'The newest replies to a post as an Atom feed.',
  async handle(ctx, { params }) {
    const id = params['postId'] ?? '';
    const post = isId(id) ? await orNull(posts.read(ctx, null, id)) : null;
    if (!post) return noFeed('There is no such post, or not everybody may read it.');
    const path = `/forum/post/${id}`;
    const rows = await ctx.db.rows<Omit<Row, 'title'>>(sql`
      SELECT t.id, t.excerpt AS summary, t.created_at, t.edited_at, p.display_name
      FROM post_replies t LEFT JOIN profiles p ON p.id = t.author_id
      WHERE t.post_id = ${id}::uuid AND t.state = 'published' ORDER BY t.place DESC LIMIT ${FEED_ENTRIES}`);
    const title = `Re: ${post.title}`;
    const entries = rows.map((row) => ({ ...row, title, path: `${path}?reply=${row.id}` }));
    return atomFeed(ctx, { path, self: `${path}/replies.atom`, title: post.title, entries });
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
      WHERE state = 'published' AND NOT is_adult${inListedCategory(ctx.switches)} ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
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
    ].flatMap((path) => (ctx.switches.isListedAt(path) ? [{ path }] : []));
    return sitemapOf(ctx, [
      ...pages,
      ...rows.map((row) => ({ path: `/forum/post/${row.id}`, changed: row.changed_at })),
    ]);
  },
};

const robots: WebDocument = {
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What crawlers may read.',
  async handle(ctx) {
    const sitemaps = ['', '-uploads', '-gallery', '-sharing']
      .map((name) => `/sitemap${name}.xml`)
      .filter((path) => ctx.switches.isListedAt(path));
    const contentType = 'text/plain; charset=utf-8';
    if (ctx.config.isStaging) return { contentType, body: 'User-agent: *\nDisallow: /\n' };
    return {
      contentType,
      body: `User-agent: *\nDisallow: /api/\nDisallow: /auth\nDisallow: /settings\nDisallow: /customize\nDisallow: /dev/\n${sitemaps.map((path) => `Sitemap: ${ctx.siteUrl}${path}\n`).join('')}`,
    };
  },
};

export const forumDocuments: readonly WebDocument[] = [atom, thread, sitemap, robots];
