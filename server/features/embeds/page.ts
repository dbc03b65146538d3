import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/platform/mail/render.ts';
import { playerScript, playerStyle } from './player.ts';

/** A sound of a small player. */
export interface EmbedTrack {
  readonly uploadId: string;
  readonly trackId: string;
  readonly title: string;
  readonly by: string;
  readonly url: string;
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
  readonly coverUrl: string | null;
  readonly tracks: readonly EmbedTrack[];
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of these pages alone: any site may frame them, and they do nothing but play. */
export const embedPolicy: string = [
  "default-src 'none'",
  `script-src ${hashOf(playerScript)}`,
  `style-src ${hashOf(playerStyle)}`,
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

const page = (title: string, url: string | null, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
${url === null ? '' : `<link rel="canonical" href="${escapeHtml(url)}">`}<style>${playerStyle}</style></head><body>${body}</body></html>`;

/** A player that works without anything else: its page, styles, script and waveforms are one document. */
export function embedPage(embed: Embed): string {
  const { title, by, url, coverUrl, tracks, siteName } = embed;
  // Nothing in the data can end the element that holds it.
  const data = JSON.stringify(tracks).replaceAll('<', '\\u003c');
  const list =
    tracks.length < 2
      ? ''
      : `<ol>${tracks
          .map(
            (track, index) =>
              `<li><button type="button" data-track="${index}"><span>${escapeHtml(track.title)}</span><small>${escapeHtml(track.by)}</small></button></li>`,
          )
          .join('')}</ol>`;
  const cover = coverUrl === null ? '' : `<img src="${escapeHtml(coverUrl)}" alt="" width="96" height="96">`;
  return page(
    title,
    url,
    `<main><section aria-label="Player"><div class="top">${cover}<div class="words"><h1><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(title)}</a></h1><p>${escapeHtml(by)}</p></div><a class="site" href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(siteName)}</a></div><div class="row"><button type="button" id="play" aria-label="Play ${escapeHtml(tracks[0]?.title ?? title)}"><svg viewBox="0 0 24 24" aria-hidden="true"><path id="icon" d="M7 4v16l13-8z"/></svg></button><div class="wave"><svg id="wave" viewBox="0 0 480 48" preserveAspectRatio="none" aria-hidden="true"></svg><input id="seek" type="range" min="0" max="1000" value="0" aria-label="Position"></div><span id="time">0:00</span></div><p id="said" role="status"></p></section>${list}</main><script type="application/json" id="data">${data}</script><script>${playerScript}</script>`,
  );
}

/** In the place of what is not there, or not public. */
export const missingPage = (siteName: string): string =>
  page('Not found', null, `<main><p>This is not on ${escapeHtml(siteName)} any more, or not public.</p></main>`);
