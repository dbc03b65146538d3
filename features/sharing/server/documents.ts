import type { Context } from '#platform/server/context.ts';
import { sql } from '#platform/server/db/database.ts';
import type { WebDocument } from '#platform/server/http/route.ts';
import { FEED_ENTRIES, type FeedEntry, atomFeed, sitemapOf } from '#platform/server/http/web-documents.ts';
import { type Descriptor, descriptors } from './descriptors.ts';

/** Addresses of one type in the sitemap: all types together stay below the protocol's 50,000. */
const SITEMAP_URLS = 9000;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The newest public things of a type as an Atom feed (RFC 4287). 18+ ones are never in it. */
const atomOf = ({ table, path, nouns, columns }: Descriptor): WebDocument => ({
  method: 'GET',
  path: `${path}.atom`,
  access: 'public',
  summary: `The newest ${nouns} as an Atom feed.`,
  async handle(ctx) {
    const artist = columns.artist ? `nullif(t.${columns.artist}, '')` : 'NULL';
    const rows = await ctx.db.rows<Omit<FeedEntry, 'path' | 'enclosures'>>(sql`
      SELECT t.id, ${sql.raw(`concat_ws(' – ', ${artist}, t.title)`)} AS title, t.summary, t.created_at, t.edited_at, p.display_name
      FROM ${sql.raw(table)} t LEFT JOIN profiles p ON p.id = t.author_id
      WHERE t.state = 'published' AND NOT t.is_adult ORDER BY t.created_at DESC, t.id DESC LIMIT ${FEED_ENTRIES}`);
    const entries = rows.map((row) => ({ ...row, path: `${path}/${row.id}` }));
    return atomFeed(ctx, { path, title: capital(nouns), entries });
  },
});

/** The addresses of one type: its list, and its public things. */
async function addressesOf(ctx: Context, { table, path }: Descriptor): Promise<{ path: string; changed?: Date }[]> {
  const rows = await ctx.db.rows<{ id: string; changed_at: Date }>(sql`
    SELECT id, coalesce(edited_at, created_at) AS changed_at FROM ${sql.raw(table)}
    WHERE state = 'published' AND NOT is_adult ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
  return [{ path }, ...rows.map((row) => ({ path: `${path}/${row.id}`, changed: row.changed_at }))];
}

/** Addresses of what members share in public. 18+, held, pending and removed things are never in it. */
const sitemap: WebDocument = {
  method: 'GET',
  path: '/sitemap-sharing.xml',
  access: 'public',
  summary: 'Addresses of public songs, kits, packs, leaks and promotion posts, the newest first.',
  async handle(ctx) {
    const addresses: { path: string; changed?: Date }[] = [];
    // One after the other: a crawler waits, and the connections are for readers.
    for (const descriptor of descriptors.filter(({ path }) => ctx.switches.isListedAt(path)))
      addresses.push(...(await addressesOf(ctx, descriptor)));
    return sitemapOf(ctx, addresses);
  },
};

export const sharingDocuments: readonly WebDocument[] = [...descriptors.map(atomOf), sitemap];
