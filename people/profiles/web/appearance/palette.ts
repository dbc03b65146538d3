import type { CSSProperties } from 'react';
import type { ProfileAppearance, ProfileTheme } from '#people/profiles/contract/appearance.ts';
import { type Theme, lightOf, mixed, parseHex, readableOver } from '#platform/contract/contrast.ts';

/** What a profile's colours are made of. */
export type StageAppearance = Pick<
  ProfileAppearance,
  | 'theme'
  | 'font'
  | 'backgroundImage'
  | 'backgroundVideo'
  | 'backgroundOpacity'
  | 'profileOpacity'
  | 'profileBlur'
  | 'backgroundEffect'
>;

type Colors = Omit<ProfileTheme, 'text'> & { readonly text: string };

/** The site's own (tokens.css), where a member has chosen no colours but something to shine through the panels. */
const siteColors: Record<Theme, Colors> = {
  dark: { primary: '#ff8a5c', secondary: '#35c8e6', background: '#121213', accent: '#ffd60a', text: '#f3efe8' },
  light: { primary: '#b93a0b', secondary: '#00708a', background: '#f7f4ee', accent: '#e0a800', text: '#1b1a18' },
};
const danger: Record<Theme, string> = { dark: '#ff5470', light: '#c21f3f' };
const ok: Record<Theme, string> = { dark: '#3ddc97', light: '#0f7a4d' };
const ink = '#1a1a1a';
/** The far end from the text, and the text's own end. */
const away: Record<Theme, string> = { dark: '#000000', light: '#ffffff' };
const towards: Record<Theme, string> = { dark: '#ffffff', light: '#000000' };

/**
 * How light a panel by itself may be (at least, in the light face), and a line of it under the pointer: there the
 * badges of ranks and roles read.
 */
const panelLight: Record<Theme, number> = { dark: lightOf('#232324'), light: lightOf('#f7f3ec') };
const pressedLight: Record<Theme, number> = { dark: lightOf('#2b2b2c'), light: lightOf('#f2ede5') };
/** And with what shines through it: white or black still has 7:1 there, so that text keeps colours of its own. */
const throughLight: Record<Theme, number> = { dark: 0.1, light: 0.3 };
/** A background effect covers at most so much of what is behind it. */
const effectShare = 0.6;
/** Text this light asks for dark panels, text this dark for light ones. */
const lightText = 0.4;
const darkGround = 0.18;

/** Whether a profile has a background of its own behind its panels. */
export function isStyled(appearance: StageAppearance): boolean {
  return appearance.theme !== null || shines(appearance) > 0;
}

/** Which face of the site a profile's colours are nearest to; null: the reader's own. */
export function faceOf({ theme }: Pick<ProfileAppearance, 'theme'>): Theme | null {
  if (!theme) return null;
  if (theme.text) return lightOf(theme.text) > lightText ? 'dark' : 'light';
  return lightOf(theme.background) < darkGround ? 'dark' : 'light';
}

/**
 * The tokens of the site in a profile's colours, for the style attribute of the element around it. The ground keeps the
 * chosen colour; panels come as near to it as text on them allows; each text colour is the nearest to the chosen one
 * that reads at 4.5:1, whatever picture shines through. Empty for a profile that has chosen nothing.
 */
export function stageTokens(appearance: StageAppearance): CSSProperties {
  if (!isStyled(appearance)) return {};
  const face = faceOf(appearance);
  if (appearance.theme && face) {
    const { text, ...chosen } = appearance.theme;
    return tokensIn(face, { ...chosen, text: text ?? siteColors[face].text }, appearance);
  }
  const [light, dark] = [
    tokensIn('light', siteColors.light, appearance),
    tokensIn('dark', siteColors.dark, appearance),
  ];
  return Object.fromEntries(
    Object.entries(light).map(([name, value]) => [
      name,
      value === dark[name] ? value : `light-dark(${value}, ${dark[name]})`,
    ]),
  ) as CSSProperties;
}

/** How much of a panel's ground may be anything at all, 0 to 1. */
function shines(appearance: StageAppearance): number {
  const picture = appearance.backgroundImage || appearance.backgroundVideo ? clamp(appearance.backgroundOpacity) : 0;
  const effect = appearance.backgroundEffect === 'none' ? 0 : effectShare;
  return 1 - (1 - picture) * (1 - effect);
}

function tokensIn(face: Theme, colors: Colors, appearance: StageAppearance): Record<string, string> {
  const panel = within(mixed(towards[face], colors.background, face === 'dark' ? 0.045 : 0), face, panelLight);
  const [raised, hover, pressed] = [0.03, 0.05, 0.08].map((share) =>
    within(mixed(towards[face], panel, share), face, pressedLight),
  ) as [string, string, string];
  const behind = mixed(towards[face], colors.background, shines(appearance));
  const { opacity, through } = shown(panel, behind, face, clamp(appearance.profileOpacity));
  const ground = hardest(face, [pressed, through]);
  const text = readableOver(colors.text, ground, face);
  const over = (color: string): string => readableOver(color, ground, face);
  const quieter = (share: number): string => over(mixed(text, panel, share));
  const [primary, secondary, accent] = [over(colors.primary), over(colors.secondary), over(colors.accent)];
  const fill = readableOver(colors.primary, ink, 'dark');
  return {
    '--backdrop': colors.background,
    '--decoration': colors.accent,
    '--plate': panel,
    '--surface': translucent(panel, opacity),
    '--ground': panel,
    '--raised': raised,
    '--sunken': raised,
    '--hover': hover,
    '--pressed': pressed,
    '--inverse': text,
    '--on-inverse': panel,
    '--hairline': translucent(text, 0.16),
    '--hairline-strong': translucent(text, 0.3),
    '--control-line': mixed(text, panel, 0.62),
    '--text': text,
    '--soft': quieter(0.76),
    '--faint': quieter(0.62),
    '--primary': fill,
    '--primary-hover': mixed('#ffffff', fill, 0.18),
    '--primary-pressed': mixed('#ffffff', fill, 0.08),
    '--primary-text': primary,
    '--primary-wash': raised,
    '--on-primary': ink,
    '--primary-line': 'transparent',
    '--mark': fill,
    '--secondary': readableOver(colors.secondary, ink, 'dark'),
    '--secondary-text': secondary,
    '--secondary-wash': raised,
    '--accent': accent,
    '--accent-text': accent,
    '--accent-wash': raised,
    '--danger': over(danger[face]),
    '--danger-wash': raised,
    '--ok': over(ok[face]),
    '--ok-wash': raised,
    '--focus': secondary,
    '--selection': pressed,
    '--meter-low': secondary,
    '--meter-mid': accent,
    '--meter-high': primary,
    '--meter-off': translucent(text, 0.16),
    '--wave-rest': mixed(text, panel, 0.36),
    '--wave-buffered': mixed(text, panel, 0.5),
    '--wave-reach': mixed(colors.primary, panel, 0.55),
  };
}

/** A colour, as far from the text's end as its face asks for. */
function within(color: string, face: Theme, limit: Record<Theme, number>): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixed(away[face], color, share);
    if (isWithin(lightOf(candidate), face, limit)) return candidate;
  }
  return away[face];
}

const isWithin = (light: number, face: Theme, limit: Record<Theme, number>): boolean =>
  face === 'dark' ? light <= limit.dark : light >= limit.light;

/** Minimum opacity of a panel over the backgrounds that may be behind it, and its colours in the worst case. */
function shown(panel: string, behind: string, face: Theme, wanted: number): { opacity: number; through: string } {
  for (let opacity = wanted; opacity < 1; opacity += 0.02) {
    const through = mixed(panel, behind, opacity);
    if (isWithin(lightOf(through), face, throughLight)) return { opacity, through };
  }
  return { opacity: 1, through: panel };
}

/** The one that is hardest to read on. */
function hardest(face: Theme, grounds: readonly string[]): string {
  const sorted = grounds.toSorted((one, other) => lightOf(one) - lightOf(other));
  return face === 'dark' ? sorted.at(-1)! : sorted[0]!;
}

function translucent(color: string, opacity: number): string {
  if (opacity >= 1) return color;
  const [red, green, blue] = parseHex(color) ?? [0, 0, 0];
  return `rgb(${red} ${green} ${blue} / ${Math.ceil(opacity * 100)}%)`;
}

const clamp = (share: number): number => (share >= 0 && share <= 1 ? share : 1);
