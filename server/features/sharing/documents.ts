import type { Context } from '#server/context.ts';
import { sql } from '#server/platform/db/database.ts';
import type { WebDocument } from '#server/platform/http/route.ts';
import { escapeXml } from '#server/platform/http/xml.ts';
import { type Descriptor, descriptors } from './descriptors.ts';

/** Entries of a feed, and addresses of one type in the sitemap: all types together stay below the protocol's 50,000. */
const FEED_ENTRIES = 50;
const SITEMAP_URLS = 9000;

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly display_name: string | null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The newest public things of a type as an Atom feed (RFC 4287). 18+ ones are never in it. */
const atomOf = ({ table, path, nouns, columns }: Descriptor): WebDocument => ({
  method: 'GET',
  path: `${path}.atom`,
  access: 'public',
  summary: `The newest ${nouns} as an Atom feed.`,
  async handle(ctx) {
    const artist = columns.artist ? `nullif(t.${columns.artist}, '')` : 'NULL';
    const rows = await ctx.db.rows<Entry>(sql`
      SELECT t.id, ${sql.raw(`concat_ws(' – ', ${artist}, t.title)`)} AS title, t.summary, t.created_at, t.edited_at, p.display_name
      FROM ${sql.raw(table)} t LEFT JOIN profiles p ON p.id = t.author_id
      WHERE t.state = 'published' AND NOT t.is_adult ORDER BY t.created_at DESC, t.id DESC LIMIT ${FEED_ENTRIES}`);
    const updated = rows.reduce((latest, row) => Math.max(latest, (row.edited_at ?? row.created_at).getTime()), 0);
    const entries = rows.map((row) => {
      const url = escapeXml(`${ctx.siteUrl}${path}/${row.id}`);
      return `<entry><id>urn:uuid:${row.id}</id><title>${escapeXml(row.title)}</title><link href="${url}"/><published>${row.created_at.toISOString()}</published><updated>${(row.edited_at ?? row.created_at).toISOString()}</updated><author><name>${escapeXml(row.display_name ?? 'Unknown User')}</name></author><summary>${escapeXml(row.summary)}</summary></entry>`;
    });
    const list = escapeXml(ctx.siteUrl + path);
    return {
      contentType: 'application/atom+xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=60' },
      body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${list}</id><title>${escapeXml(`${ctx.config.siteName}: ${capital(nouns)}`)}</title><updated>${new Date(updated).toISOString()}</updated><link href="${list}"/><link rel="self" href="${list}.atom"/>${entries.join('')}</feed>`,
    };
  },
});

/** The addresses of one type: its list, and its public things. */
async function addressesOf(ctx: Context, { table, path }: Descriptor): Promise<string> {
  const rows = await ctx.db.rows<{ id: string; changed_at: Date }>(sql`
    SELECT id, coalesce(edited_at, created_at) AS changed_at FROM ${sql.raw(table)}
    WHERE state = 'published' AND NOT is_adult ORDER BY created_at DESC, id DESC LIMIT ${SITEMAP_URLS}`);
  const list = escapeXml(ctx.siteUrl + path);
  const things = rows.map(
    (row) => `<url><loc>${list}/${row.id}</loc><lastmod>${row.changed_at.toISOString()}</lastmod></url>`,
  );
  return [`<url><loc>${list}</loc></url>`, ...things].join('');
}

/** Addresses of what members share in public. 18+, held, pending and removed things are never in it. */
const sitemap: WebDocument = {
  method: 'GET',
  path: '/sitemap-sharing.xml',
  access: 'public',
  summary: 'Addresses of public songs, kits, packs, leaks and promotion posts, the newest first.',
  async handle(ctx) {
    const addresses: string[] = [];
    // One after the other: a crawler waits, and the connections are for readers.
    for (const descriptor of descriptors) addresses.push(await addressesOf(ctx, descriptor));
    return {
      contentType: 'application/xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=600' },
      body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
    };
  },
};

export const sharingDocuments: readonly WebDocument[] = [...descriptors.map(atomOf), sitemap];
