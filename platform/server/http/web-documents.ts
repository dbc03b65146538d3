import type { Context } from '#platform/server/context.ts';
import type { DocumentReply } from './route.ts';
import { escapeXml } from './xml.ts';

/** Entries of a feed. */
export const FEED_ENTRIES = 50;

/** One entry of an Atom feed. */
export interface FeedEntry {
  readonly id: string;
  /** Of its page, from the site's root. */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  /** Null for a deleted account. */
  readonly display_name: string | null;
  /** Files of it, at their whole addresses. */
  readonly enclosures?: readonly { readonly url: string; readonly type: string; readonly bytes: number }[];
}

/**
 * A list as an Atom feed (RFC 4287).
 * @param feed.path of the list's page, from the site's root
 * @param feed.self of the feed; the list's path and `.atom` where it is left out
 */
export function atomFeed(
  ctx: Context,
  feed: {
    readonly path: string;
    readonly self?: string;
    readonly title: string;
    readonly entries: readonly FeedEntry[];
  },
): DocumentReply {
  const changed = (entry: FeedEntry): Date => entry.edited_at ?? entry.created_at;
  const updated = new Date(Math.max(0, ...feed.entries.map((entry) => changed(entry).getTime())));
  const page = escapeXml(ctx.siteUrl + feed.path);
  const self = escapeXml(ctx.siteUrl + (feed.self ?? `${feed.path}.atom`));
  const entries = feed.entries.map((entry) => {
    const files = (entry.enclosures ?? []).map(
      ({ url, type, bytes }) =>
        `<link rel="enclosure" href="${escapeXml(url)}" type="${escapeXml(type)}" length="${bytes}"/>`,
    );
    return `<entry><id>urn:uuid:${entry.id}</id><title>${escapeXml(entry.title)}</title><link href="${escapeXml(ctx.siteUrl + entry.path)}"/>${files.join('')}<published>${entry.created_at.toISOString()}</published><updated>${changed(entry).toISOString()}</updated><author><name>${escapeXml(entry.display_name ?? 'Unknown User')}</name></author><summary>${escapeXml(entry.summary)}</summary></entry>`;
  });
  return {
    contentType: 'application/atom+xml; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=60', 'last-modified': updated.toUTCString() },
    body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>${page}</id><title>${escapeXml(`${ctx.config.siteName}: ${feed.title}`)}</title><updated>${updated.toISOString()}</updated><link href="${page}"/><link rel="self" href="${self}"/>${entries.join('')}</feed>`,
  };
}

/** Where there is no list to make a feed of. */
export const noFeed = (text: string): DocumentReply => ({
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'no-store' },
  body: text,
});

/** A sitemap (https://www.sitemaps.org/protocol.html), at most 50,000 addresses. @param pages paths from the site's root */
export function sitemapOf(
  ctx: Context,
  pages: readonly { readonly path: string; readonly changed?: Date }[],
): DocumentReply {
  const addresses = pages.map(
    ({ path, changed }) =>
      `<url><loc>${escapeXml(ctx.siteUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`,
  );
  return {
    contentType: 'application/xml; charset=utf-8',
    headers: { 'cache-control': 'public, max-age=600' },
    body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
  };
}
