import type { CSSProperties } from 'react';
import type { ProfileFont } from '#people/profiles/contract/appearance-limits.ts';

const system: Record<Exclude<ProfileFont, 'RANGERS'>, string> = {
  Arial: "Arial, 'Liberation Sans', 'Helvetica Neue', sans-serif",
  Helvetica: "'Helvetica Neue', Helvetica, 'Liberation Sans', Arial, sans-serif",
  Georgia: "Georgia, Gelasio, 'Liberation Serif', serif",
  'Times New Roman': "'Times New Roman', Times, 'Liberation Serif', serif",
};

/** A profile's font for a style attribute; the site's own for null, and for what no longer is one. */
export function fontTokens(font: ProfileFont | null): CSSProperties {
  if (font === null) return {};
  // Wide throughout: headings in the display cut, text in the widest cut of the site's own face.
  if (font === 'RANGERS')
    return { '--family-display': 'var(--family-rangers)', fontStretch: 'var(--stretch-wide)' } as CSSProperties;
  const family = system[font] ?? 'var(--family-text)';
  return { '--family-text': family, '--family-display': family, fontFamily: family } as CSSProperties;
}
