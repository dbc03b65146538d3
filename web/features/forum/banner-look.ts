import type { CSSProperties } from 'react';
import type { PostCard } from '#contract/forum.ts';

type Banner = NonNullable<PostCard['customBanner']>;

/** The glow of a custom banner: radii of 4 and 8 times the intensity. The values were checked on the server. */
export function glowStyle(banner: Banner | null): CSSProperties | undefined {
  if (!banner?.glowEnabled) return undefined;
  const { glowColor: color, glowIntensity: intensity } = banner;
  return { boxShadow: `0 0 ${intensity * 4}px ${color}, 0 0 ${intensity * 8}px ${color}` };
}
