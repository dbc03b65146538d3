import { siteSettings } from '#people/site-settings/server/store.ts';
import { readableOn } from '#platform/contract/contrast.ts';
import { fillOf, seenOn } from '#platform/contract/site-colors.ts';
import type { Context } from '#platform/server/context.ts';
import type { DocumentReply } from '#platform/server/http/route.ts';
import { type Frame, framePage, framePolicy, missingPage } from './page.ts';

export { playerStyle as frameStyle } from './player.ts';
export { type Frame, coverBox, frameData } from './page.ts';

/** The main colour of the site in the styles of a frame; nothing for that of the software. */
function colorsOf(color: string): string {
  if (color === '') return '';
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const { fill, on } = fillOf(seenOn(color, theme));
    return `:root{--a:${fill};--o:${on};--p:${readableOn(color, theme)}}`;
  });
  return `${light}@media (prefers-color-scheme:dark){${dark}}`;
}

/**
 * The answer of an address that every site may frame.
 * @param plain null where nothing public is there
 * @param maxAge seconds for which caches may answer with it
 */
export async function framed(ctx: Context, plain: Frame | null, maxAge = 60): Promise<DocumentReply> {
  const frame = plain && { ...plain, style: plain.style + colorsOf((await siteSettings(ctx.db)).color) };
  return {
    status: frame ? 200 : 404,
    contentType: 'text/html; charset=utf-8',
    isFramable: true,
    headers: {
      'content-security-policy': framePolicy(frame),
      'cache-control': frame ? `public, max-age=${maxAge}` : 'no-store',
    },
    body: frame ? framePage(frame) : missingPage(ctx.config.siteName),
  };
}
