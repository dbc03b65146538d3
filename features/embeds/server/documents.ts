import type { Artwork } from '#content/media/contract/endpoints.ts';
import { frameHeights, trackFrameHeight } from '#features/embeds/contract/limits.ts';
import type { Context } from '#platform/server/context.ts';
import type { DocumentReply, WebDocument } from '#platform/server/http/route.ts';
import { ask } from '#platform/server/events/emit.ts';
import { escapeXml } from '#platform/server/http/xml.ts';
import { framed } from './actions.ts';
import { type Embeddable, embeddableAt } from './events.ts';
import { memberFeed } from './member-feed.ts';
import { type Embed, playerFrame } from './page.ts';
import { setEmbed, trackEmbed } from './read.ts';

/** Pixels of the small players, where a site asks for no narrower ones. */
const WIDTH = 640;

const player = (ctx: Context, embed: Embed | null): Promise<DocumentReply> => framed(ctx, embed && playerFrame(embed));

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
  if (!url || url.origin !== new URL(ctx.siteUrl).origin || ctx.switches.isOffAt(url.pathname)) return null;
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

export const embedDocuments: readonly WebDocument[] = [track, set, oembed, memberFeed];
