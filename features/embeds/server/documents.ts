import type { Artwork } from '#content/media/contract/endpoints.ts';
import { frameHeights, trackFrameHeight } from '#features/embeds/contract/limits.ts';
import { playablesOf } from '#features/feed/server/actions.ts';
import type { Context } from '#platform/server/context.ts';
import { profileIdByName } from '#people/profiles/server/store.ts';
import { sql } from '#platform/server/db/database.ts';
import type { DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { ask } from '#platform/server/events/emit.ts';
import { escapeXml } from '#platform/server/http/xml.ts';
import { framed } from './actions.ts';
import { type Embeddable, embeddableAt } from './events.ts';
import { memberFeed } from './member-feed.ts';
import { type Embed, playerFrame } from './page.ts';
import { setEmbed, trackEmbed } from './read.ts';

/** Episodes of a podcast feed. */
const EPISODES = 100;
/** Pixels of the small players, where a site asks for no smaller ones. */
const WIDTH = 640;

const player = (ctx: Context, embed: Embed | null): DocumentReply => framed(ctx, embed && playerFrame(embed));

const track: WebDocument = {
  method: 'GET',
  path: '/embed/track/:id',
  access: 'public',
  summary: 'A small player of a public track, for frames of other sites. It sets no cookies.',
  handle: async (ctx, { params }) => player(ctx, await trackEmbed(ctx, params['id'] ?? '')),
};

const set: WebDocument = {
  method: 'GET',
  path: '/embed/set/:id',
  access: 'public',
  summary: 'A small player of a public set, likewise.',
  handle: async (ctx, { params }) => player(ctx, await setEmbed(ctx, params['id'] ?? '')),
};

/** The frame for an address; null for an address of another site or of a content that is not public. */
async function embeddableOf(ctx: Context, address: string): Promise<Embeddable | null> {
  const url = URL.parse(address);
  if (!url || url.origin !== new URL(ctx.siteUrl).origin) return null;
  const [, place, id] = /^\/(uploads|sets)\/([0-9a-f-]{36})\/?$/.exec(url.pathname) ?? [];
  if (id === undefined) return (await ask(ctx, embeddableAt, url.pathname)).find((answer) => answer !== null) ?? null;
  const kind = place === 'sets' ? 'set' : 'track';
  const embed = await (kind === 'set' ? setEmbed(ctx, id) : trackEmbed(ctx, id));
  if (!embed) return null;
  const { title, by, artwork, tracks } = embed;
  const height = kind === 'set' ? frameHeights.set : trackFrameHeight(tracks.length);
  return { title, by, artwork, framePath: `/embed/${kind}/${id}`, height };
}

/** What oEmbed says of a cover: the largest size within what a site asks for at most; nothing where none is. */
function thumbnailOf(ctx: Context, artwork: readonly Artwork[], width: number, height: number) {
  const fitting = artwork.flatMap(({ src, sizes }) => {
    const [wide = 0, high = 0] = sizes.split('x').map(Number);
    return wide <= width && high <= height ? [{ src, wide, high }] : [];
  });
  const largest = fitting.at(-1);
  return largest
    ? { thumbnail_url: ctx.siteUrl + largest.src, thumbnail_width: largest.wide, thumbnail_height: largest.high }
    : {};
}

/** A number of pixels that a site asks for at most. */
const atMost = (value: string | null, pixels: number): number =>
  value !== null && /^[1-9]\d{0,4}$/.test(value) ? Math.min(Number(value), pixels) : pixels;

const refused = (status: number, text: string): DocumentReply => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'no-store' },
  body: text,
});

/** The provider of oEmbed 1.0 (https://oembed.com). */
const oembed: WebDocument = {
  method: 'GET',
  path: '/oembed',
  access: 'public',
  summary: 'oEmbed 1.0: the frame of a public track, set or party, as JSON or XML.',
  async handle(ctx, { url }) {
    const format = url.searchParams.get('format') ?? 'json';
    if (format !== 'json' && format !== 'xml') return refused(501, 'Formats: json, xml.');
    const embed = await embeddableOf(ctx, url.searchParams.get('url') ?? '');
    if (!embed) return refused(404, 'Nothing public of this site has that address.');
    const [mostWidth, mostHeight] = [url.searchParams.get('maxwidth'), url.searchParams.get('maxheight')];
    const width = atMost(mostWidth, WIDTH);
    const height = atMost(mostHeight, embed.height);
    const src = ctx.siteUrl + embed.framePath;
    const answer = {
      version: '1.0',
      type: 'rich',
      provider_name: ctx.config.siteName,
      provider_url: ctx.siteUrl,
      title: embed.title,
      author_name: embed.by,
      cache_age: 3600,
      width,
      height,
      ...thumbnailOf(ctx, embed.artwork, atMost(mostWidth, Infinity), atMost(mostHeight, Infinity)),
      html: `<iframe src="${escapeXml(src)}" title="${escapeXml(embed.title)}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`,
    };
    const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };
    if (format === 'json')
      return { contentType: 'application/json; charset=utf-8', headers, body: JSON.stringify(answer) };
    const parts = Object.entries(answer).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`);
    return {
      contentType: 'text/xml; charset=utf-8',
      headers,
      body: `<?xml version="1.0" encoding="utf-8" standalone="yes"?><oembed>${parts.join('')}</oembed>`,
    };
  },
};

interface Episode {
  readonly track_id: string;
  readonly upload_id: string;
  readonly summary: string;
  readonly created_at: Date;
  readonly duration_ms: number | null;
  readonly key: string;
  readonly content_type: string;
  readonly bytes: number;
}

/** Seconds as podcasts write them: `1:02:09`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * A member's public tracks as a podcast (RSS 2.0 with the tags of Apple Podcasts): those that their author lets be
 * downloaded, because that is what a program for podcasts does. 18+ ones are never in it.
 */
const podcast: WebDocument = {
  method: 'GET',
  path: '/profile/:username/podcast.xml',
  access: 'public',
  summary: "A member's public tracks as a podcast feed: those that may be downloaded.",
  async handle(ctx, { params }) {
    const profileId = await profileIdByName(ctx.db, params['username'] ?? '', ctx.clock.now());
    const [owner] = await ctx.db.rows<{
      username: string;
      display_name: string;
      bio: string;
      avatar_url: string | null;
    }>(
      sql`SELECT username, display_name, bio, avatar_url FROM profiles WHERE id = ${profileId}::uuid AND user_id IS NOT NULL`,
    );
    if (!owner) return refused(404, 'There is no such member.');
    const rows = await ctx.db.rows<Episode>(sql`
      SELECT t.id AS track_id, u.id AS upload_id, u.summary, u.created_at, f.duration_ms, coalesce(r.key, f.key) AS key,
        coalesce(r.content_type, f.content_type) AS content_type, coalesce(r.bytes, f.bytes)::int AS bytes
      FROM uploads u JOIN upload_files t ON t.upload_id = u.id AND t.kind = 'audio'
        JOIN files f ON f.id = t.file_id AND f.download <> 'off' AND f.processing IN ('done', 'unavailable')
        LEFT JOIN file_renditions r ON r.file_id = f.id AND r.name = 'stream'
      WHERE u.author_id = ${profileId}::uuid AND u.state = 'published' AND NOT u.is_adult
      ORDER BY u.created_at DESC, u.id DESC, t.position LIMIT ${EPISODES}`);
    const page = escapeXml(`${ctx.siteUrl}/profile/${owner.username}`);
    const name = escapeXml(owner.display_name);
    const image = owner.avatar_url === null ? '' : escapeXml(new URL(owner.avatar_url, ctx.siteUrl).href);
    const playables = await playablesOf(
      ctx.db,
      rows.map((row) => row.upload_id),
    );
    const items = rows.map((row) => {
      const { title = '', artwork = [] } = playables.get(row.track_id) ?? {};
      const cover = artwork.length === 0 ? image : escapeXml(ctx.siteUrl + artwork.at(-1)!.src);
      const url = escapeXml(`${ctx.siteUrl}/uploads/${row.upload_id}`);
      const length = row.duration_ms === null ? '' : `<itunes:duration>${duration(row.duration_ms)}</itunes:duration>`;
      return `<item><title>${escapeXml(title)}</title><link>${url}</link><guid isPermaLink="false">urn:uuid:${row.track_id}</guid><pubDate>${row.created_at.toUTCString()}</pubDate><description>${escapeXml(row.summary)}</description><enclosure url="${escapeXml(`${ctx.siteUrl}/files/${row.key}`)}" length="${row.bytes}" type="${escapeXml(row.content_type)}"/>${length}<itunes:author>${name}</itunes:author><itunes:explicit>false</itunes:explicit>${cover === '' ? '' : `<itunes:image href="${cover}"/>`}</item>`;
    });
    const about = escapeXml(
      owner.bio === '' ? `Tracks by ${owner.display_name} on ${ctx.config.siteName}.` : owner.bio,
    );
    return {
      contentType: 'application/rss+xml; charset=utf-8',
      headers: { 'cache-control': 'public, max-age=300' },
      body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${name}</title><link>${page}</link><language>en</language><description>${about}</description><atom:link href="${page}/podcast.xml" rel="self" type="application/rss+xml"/><itunes:author>${name}</itunes:author><itunes:category text="Music"/><itunes:explicit>false</itunes:explicit>${image === '' ? '' : `<itunes:image href="${image}"/><image><url>${image}</url><title>${name}</title><link>${page}</link></image>`}${items.join('')}</channel></rss>`,
    };
  },
};

export const embedDocuments: readonly WebDocument[] = [track, set, oembed, podcast, memberFeed];
