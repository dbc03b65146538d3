import { mixed, readableOn } from './contrast.ts';

/**
 * The tokens that follow the main colour of a site, as properties of a style: texts of the colour are made lighter or darker
 * until they can be read on every surface of a theme. None where the site has the colour of the software.
 * @param color `#rrggbb`, on which the text of buttons can be read: the server takes no other
 */
export function siteColors(color: string | null): Readonly<Record<`--${string}`, string>> {
  if (color === null) return {};
  const both = (light: string, dark: string) => `light-dark(${light}, ${dark})`;
  return {
    '--primary': color,
    '--primary-hover': mixed('#ffffff', color, 0.18),
    '--primary-pressed': mixed('#ffffff', color, 0.08),
    '--primary-text': both(readableOn(color, 'light'), readableOn(color, 'dark')),
    '--primary-wash': both(mixed(color, '#ffffff', 0.08), mixed(color, '#1a1a1a', 0.05)),
    '--meter-high': color,
    '--selection': both(mixed(color, '#ffffff', 0.3), mixed(color, '#1a1a1a', 0.35)),
    '--wave-reach': both(mixed(color, '#b9b3a8', 0.5), mixed(color, '#57534d', 0.5)),
  };
}
