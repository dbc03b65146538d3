import { siteSettings } from '#people/site-settings/server/store.ts';
import type { Context } from '#platform/server/context.ts';
import { colors } from './colors.ts';

export { cutArtwork, drawArtwork } from './artwork.ts';
export { drawnOnce } from './preview-cache.ts';

/** The site's main colour, `#rrggbb`. */
export async function mainColor(ctx: Context): Promise<string> {
  const { color } = await siteSettings(ctx.db);
  return color === '' ? colors.primary : color;
}
