import { createHash } from 'node:crypto';
import type { Artwork } from '#content/media/contract/endpoints.ts';
import { escapeHtml } from '#platform/server/mail/render.ts';
import { playerScript, playerStyle } from './player.ts';

/** A sound of a small player. */
export interface EmbedTrack {
  readonly uploadId: string;
  readonly trackId: string;
  readonly title: string;
  readonly by: string;
  readonly url: string;
  /** Address of its cover; null without one. */
  readonly cover: string | null;
  readonly durationMs: number | null;
  /** Heights of the bars of its waveform, a digit from 0 to 9 for each. */
  readonly bars: string;
}

/** What a small player shows. */
export interface Embed {
  readonly title: string;
  readonly by: string;
  /** Address of its page. */
  readonly url: string;
  readonly siteName: string;
  /** Its cover, the smallest size first; empty without one. */
  readonly artwork: readonly Artwork[];
  readonly tracks: readonly EmbedTrack[];
}

/** A small page that other sites may frame, as one document. */
export interface Frame {
  readonly title: string;
  /** Address of the page that it is of; null for none. */
  readonly url: string | null;
  readonly body: string;
  /** The one style and script in it. */
  readonly style: string;
  readonly script: string;
  /** Further elements of its head. */
  readonly head?: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of these pages alone: any site may frame them, and they do nothing but play. */
export const framePolicy = (frame: Frame | null): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(frame?.script ?? playerScript)}`,
    `style-src ${hashOf(frame?.style ?? playerStyle)}`,
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ');

/** The document of a frame. */
export const framePage = ({ title, url, body, style, script, head = '' }: Frame): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
${url === null ? '' : `<link rel="canonical" href="${escapeHtml(url)}">`}${head}<style>${style}</style></head><body>${body}${script === '' ? '' : `<script>${script}</script>`}</body></html>`;

/** Data for the script of a frame. Nothing in it can end the element that holds it. */
export const frameData = (data: unknown): string =>
  `<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** The square with a cover, which scripts change. @param src undefined leaves it empty @param isKept also then it takes its room */
export function coverBox(src: string | undefined, title: string, isKept: boolean): string {
  const picture = `<img id="cover" alt="Cover of ${escapeHtml(title)}" width="48" height="48"${src === undefined ? ' hidden' : ` src="${escapeHtml(src)}"`}>`;
  return `<span class="cover"${src !== undefined || isKept ? '' : ' hidden'}>${picture}</span>`;
}

/** A player that works without anything else. */
export function playerFrame(embed: Embed): Frame {
  const { title, by, url, artwork, tracks, siteName } = embed;
  const list =
    tracks.length < 2
      ? ''
      : `<ol>${tracks
          .map(
            (track, index) =>
              `<li><button type="button" data-track="${index}"><span>${escapeHtml(track.title)}</span><small>${escapeHtml(track.by)}</small></button></li>`,
          )
          .join('')}</ol>`;
  // The box stays where one track has a cover and another none.
  const hasCover = artwork.length > 0 || tracks.some((track) => track.cover !== null);
  const cover = hasCover ? coverBox(artwork[0]?.src, title, true) : '';
  const body = `<main><section aria-label="Player"><div class="top">${cover}<div class="words"><h1><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(title)}</a></h1><p>${escapeHtml(by)}</p></div><a class="site" href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(siteName)}</a></div><div class="row"><button type="button" id="play" aria-label="Play ${escapeHtml(tracks[0]?.title ?? title)}"><svg viewBox="0 0 24 24" aria-hidden="true"><path id="icon" d="M7 4v16l13-8z"/></svg></button><div class="wave"><svg id="wave" viewBox="0 0 480 48" preserveAspectRatio="none" aria-hidden="true"></svg><input id="seek" type="range" min="0" max="1000" value="0" aria-label="Position"></div><span id="time">0:00</span></div><p id="said" role="status"></p></section>${list}</main>${frameData(tracks)}`;
  return { title, url, body, style: playerStyle, script: playerScript };
}

/** The page for contents that do not exist or are not public. */
export const missingPage = (siteName: string): string =>
  framePage({
    title: 'Not found',
    url: null,
    body: `<main><p>This is not on ${escapeHtml(siteName)} any more, or not public.</p></main>`,
    style: playerStyle,
    script: '',
  });
