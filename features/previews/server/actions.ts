import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { seenOn } from '#platform/contract/site-colors.ts';
import { colors } from './colors.ts';

export { cutArtwork, drawArtwork } from './artwork.ts';
export { drawnOnce } from './preview-cache.ts';

/** The site's main colour, `#rrggbb`, light enough for drawings on its dark theme. */
export async function mainColor(ctx: Context): Promise<string> {
  const { color } = await siteSettings(ctx.db);
  return seenOn(color === '' ? colors.primary : color, 'dark');
}
