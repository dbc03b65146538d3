/** The themes of the site. */
export type Theme = 'light' | 'dark';

export type Rgb = readonly [number, number, number];
type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The backgrounds with the least contrast: the lightest dark surface and the darkest light one (see tokens.css). */
export const hardest: Record<Theme, Rgb> = { dark: [0x2b, 0x2b, 0x2c], light: [0xf2, 0xed, 0xe5] };
const fallback: Record<Theme, string> = { dark: '#f3efe8', light: '#1b1a18' };
const extremes: Record<Theme, string> = { dark: '#ffffff', light: '#000000' };
const target = 4.5;
/** Share of its own colour with which a badge or a tag tints its background. */
const tint = 0.12;

/** Reads `#rgb` or `#rrggbb`; null for anything else. */
export function parseHex(color: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color);
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** The contrast ratio of WCAG 2 between two `#rrggbb` colours; 1 when one of them is not a colour. */
export function contrast(left: string, right: string): number {
  const a = parseHex(left);
  const b = parseHex(right);
  return a && b ? ratio(a, b) : 1;
}

/**
 * The nearest colour of the same hue that reads at 4.5:1 or better on every surface of a theme, also on a tint of itself.
 * What is not a hex colour becomes the theme's text colour, so that the answer is always safe in a style attribute.
 */
export function readableOn(color: string, theme: Theme): string {
  return memoized(`${theme}${color}`, () => {
    const rgb = parseHex(color);
    return (rgb && nearestReadable(rgb, hardest[theme], theme)) ?? fallback[theme];
  });
}

/**
 * The nearest colour of the same hue that reads at 4.5:1 or better on a ground of a member's own, also on a tint of
 * itself; where the hue cannot, white or black. @param theme whether text is lighter (`dark`) or darker than the ground
 */
export function readableOver(color: string, ground: string, theme: Theme): string {
  return memoized(`${theme}${color}${ground}`, () => {
    const [text, under] = [parseHex(color), parseHex(ground)];
    return (text && under && nearestReadable(text, under, theme)) ?? extremes[theme];
  });
}

/** Relative luminance of a colour (WCAG 2), 0 to 1; 0 for what is no colour. */
export function lightOf(color: string): number {
  const rgb = parseHex(color);
  return rgb ? luminance(rgb) : 0;
}

/** Blends a colour over another. @param share 0: the lower alone; 1: the upper alone */
export function mixed(over: string, under: string, share: number): string {
  const [upper, lower] = [parseHex(over), parseHex(under)];
  return upper && lower ? toHex(mix(upper, lower, share)) : under;
}

function memoized(key: string, find: () => string): string {
  let color = memo.get(key);
  if (color === undefined) {
    color = find();
    if (memo.size >= MAX_MEMO) memo.clear();
    memo.set(key, color);
  }
  return color;
}

/** Memoized results: a page repeats few colours, and the search takes a hundredth of a millisecond or more. */
const memo = new Map<string, string>();
const MAX_MEMO = 500;

function nearestReadable(rgb: Rgb, ground: Rgb, theme: Theme): string | null {
  return nearestShade(rgb, theme === 'dark', (candidate) => reads(candidate, ground));
}

/** The colour, or the nearest lighter (or darker) one of its hue, that fits; null where none does. */
export function nearestShade(rgb: Rgb, isLighter: boolean, fits: (candidate: Rgb) => boolean): string | null {
  if (fits(rgb)) return toHex(rgb);
  const [start, chroma, hue] = toOklch(rgb);
  const step = isLighter ? 0.005 : -0.005;
  for (let lightness = start + step; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = inGamut([lightness, chroma, hue]);
    if (fits(candidate)) return toHex(candidate);
  }
  return null;
}

function reads(rgb: Rgb, ground: Rgb): boolean {
  return ratio(rgb, mix(rgb, ground, tint)) >= target && ratio(rgb, ground) >= target;
}

function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(over[index] * share + under[index] * (1 - share));
  return [at(0), at(1), at(2)];
}

function toLinear(value: number): number {
  const unit = value / 255;
  return unit <= 0.04045 ? unit / 12.92 : ((unit + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  const unit = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return unit * 255;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** The contrast ratio of WCAG 2. */
export function ratio(a: Rgb, b: Rgb): number {
  const [left, right] = [luminance(a), luminance(b)];
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function toOklch(rgb: Rgb): Oklch {
  const [red, green, blue] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)];
}

function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Gamut mapping: reduces the chroma, not the hue, of a colour outside sRGB. */
function inGamut([lightness, chroma, hue]: Oklch): Rgb {
  let saturation = chroma;
  let rgb = toRgb([lightness, saturation, hue]);
  while (saturation > 0.002 && rgb.some((value) => value < -0.5 || value > 255.5)) {
    saturation -= 0.004;
    rgb = toRgb([lightness, Math.max(0, saturation), hue]);
  }
  const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  return [clamp(rgb[0]), clamp(rgb[1]), clamp(rgb[2])];
}
