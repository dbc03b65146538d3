import type { CSSProperties } from 'react';
import { parseHex, readableOn } from '#platform/contract/contrast.ts';

/**
 * The colours of a badge for a style attribute: readable ones for both themes, so that the server need not know the
 * theme, and the rank's own for its glow. What is no colour becomes the theme's text colour.
 */
export function badgeTones(color: string): CSSProperties {
  const [light, dark] = [readableOn(color, 'light'), readableOn(color, 'dark')];
  return {
    '--badge-light': light,
    '--badge-dark': dark,
    '--badge-glow': parseHex(color) ? color : dark,
  } as CSSProperties;
}
