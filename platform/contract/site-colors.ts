import { type Rgb, type Theme, hardest, mixed, nearestShade, parseHex, ratio, readableOn } from './contrast.ts';

/** Contrast that WCAG 2 (AA) asks for: of text, and of the shape of a control or a graphic. */
const [READABLE, VISIBLE] = [4.5, 3];
/** Contrast of a pressed and of a pointed button with itself at rest. */
const [PRESSED, POINTED] = [1.1, 1.2];
const ink = '#1a1a1a';
const white = '#ffffff';

/** Tokens of the site as properties of a style. */
type Tokens = Readonly<Record<`--${string}`, string>>;

const rgbOf = (color: string): Rgb => parseHex(color) ?? [0, 0, 0];
const between = (one: string, other: string): number => ratio(rgbOf(one), rgbOf(other));
const shade = (color: string, isLighter: boolean, fits: (candidate: Rgb) => boolean): string | null =>
  nearestShade(rgbOf(color), isLighter, fits);

/** A ground of text, and white or ink on it. */
export interface Fill {
  readonly fill: string;
  readonly on: string;
}

/**
 * A colour as a ground of text, with white or ink on it, whichever contrasts more. Greys in the middle carry neither at
 * 4.5:1: they become a little lighter or darker.
 */
export function fillOf(color: string): Fill {
  const isDark = between(white, color) > between(ink, color);
  const on = isDark ? white : ink;
  return { fill: shade(color, !isDark, (candidate) => ratio(candidate, rgbOf(on)) >= READABLE) ?? color, on };
}

/** The nearest colour of the same hue that is seen at 3:1 or better on every surface of a theme. */
export function seenOn(color: string, theme: Theme): string {
  const ground = hardest[theme];
  return shade(color, theme === 'dark', (candidate) => ratio(candidate, ground) >= VISIBLE) ?? color;
}

/** A shade of a ground for the pointer on it: away from the text, where there is one, else towards it. */
function stateOf({ fill, on }: Fill, contrast: number): string {
  const ground = rgbOf(fill);
  const differs = (candidate: Rgb): boolean => ratio(candidate, ground) >= contrast;
  return shade(fill, on === ink, differs) ?? shade(fill, on !== ink, differs) ?? fill;
}

const both = (of: (theme: Theme) => string): string => {
  const [light, dark] = [of('light'), of('dark')];
  return light === dark ? light : `light-dark(${light}, ${dark})`;
};
const over = (color: string, light: number, dark: number, grounds = { light: white, dark: ink }): string =>
  both((theme) => mixed(color, grounds[theme], theme === 'light' ? light : dark));

function primaryTokens(color: string): Tokens {
  const ground = fillOf(color);
  const { fill, on } = ground;
  const mark = (theme: Theme): string => seenOn(color, theme);
  const text = both((theme) => readableOn(color, theme));
  return {
    '--primary': fill,
    '--on-primary': on,
    '--primary-hover': stateOf(ground, POINTED),
    '--primary-pressed': stateOf(ground, PRESSED),
    '--primary-line': both((theme) => (seenOn(fill, theme) === fill ? 'transparent' : mark(theme))),
    '--primary-text': text,
    '--primary-wash': over(color, 0.08, 0.05),
    '--mark': both(mark),
    '--focus': text,
    '--meter-high': both(mark),
    '--selection': over(color, 0.3, 0.35),
    '--wave-reach': over(color, 0.5, 0.5, { light: '#b9b3a8', dark: '#57534d' }),
  };
}

function secondaryTokens(color: string): Tokens {
  const text = both((theme) => readableOn(color, theme));
  return {
    // Ink stands on it.
    '--secondary': shade(color, true, (candidate) => ratio(candidate, rgbOf(ink)) >= READABLE) ?? color,
    '--secondary-text': text,
    '--secondary-wash': over(color, 0.08, 0.05),
    '--focus': text,
  };
}

/**
 * The tokens that follow the colours of a site. Any colour is taken: buttons have it where white or ink can be read on it,
 * and an edge where it is lost on the page; texts, lines and the focus ring are made lighter or darker until they are seen
 * on every surface of a theme. None where the site has the colours of the software.
 * @param color `#rrggbb` of the main colour @param second `#rrggbb`
 */
export const siteColors = (color: string | null, second: string | null = null): Tokens => ({
  ...(color !== null && primaryTokens(color)),
  ...(second !== null && secondaryTokens(second)),
});
