import type { CSSProperties } from 'react';
import { customization } from '#people/profiles/contract/appearance-limits.ts';

/** The light around a name: colour, and intensity 1 to 20. */
export interface NameGlow {
  readonly color: string;
  readonly intensity: number;
}

const hex = /^#[\da-f]{6}$/i;

/**
 * The light around a name for a style attribute; nothing where there is none.
 * @param isFaint among other names: no louder there than a pinned post
 */
export function glowOf(glow: NameGlow | null, isFaint = false): CSSProperties | undefined {
  if (!glow || !hex.test(glow.color)) return undefined;
  const { min, max } = customization.nameGlow;
  const color = isFaint ? `${glow.color}73` : glow.color;
  return { textShadow: `0 0 ${Math.min(max, Math.max(min, glow.intensity))}px ${color}` };
}
