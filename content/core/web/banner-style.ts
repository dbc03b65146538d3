import type { CSSProperties } from 'react';
import type { CustomBanner } from '#content/core/contract/shapes.ts';

const fade = (side: string) =>
  `linear-gradient(${side}, transparent, black 0.625rem, black calc(100% - 0.625rem), transparent)`;

/**
 * Around what glows: the light fades within a padding of 0.625rem, so that it never lies under somebody else's words.
 */
export const haloStyle: CSSProperties = {
  padding: '0.625rem',
  maskImage: `${fade('to right')}, ${fade('to bottom')}`,
  maskComposite: 'intersect',
};

/** The glow of a custom banner: radii of 4 and 8 times the intensity. The values were checked on the server. */
export function glowStyle(banner: CustomBanner | null): CSSProperties | undefined {
  if (!banner?.glowEnabled) return undefined;
  const { glowColor: color, glowIntensity: intensity } = banner;
  return { boxShadow: `0 0 ${intensity * 4}px ${color}, 0 0 ${intensity * 8}px ${color}` };
}

/** The same light inside a row of a list, of the same radii: so faint that no post is louder there than a pinned one. */
export function faintGlowStyle(banner: CustomBanner | null): CSSProperties | undefined {
  if (!banner?.glowEnabled) return undefined;
  const { glowColor, glowIntensity: intensity } = banner;
  const color = `color-mix(in srgb, ${glowColor} 2.5%, transparent)`;
  return {
    boxShadow: `inset 0 0 0 1px color-mix(in srgb, ${glowColor} 20%, transparent), inset 0 0 ${intensity * 4}px ${color}, inset 0 0 ${intensity * 8}px ${color}`,
  };
}
