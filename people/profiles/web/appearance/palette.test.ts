import { describe, expect, it } from 'vitest';
import type { ProfileTheme } from '#people/profiles/contract/appearance.ts';
import { contrast, lightOf, mixed } from '#platform/contract/contrast.ts';
import { type StageAppearance, faceOf, isStyled, stageTokens } from './palette.ts';

const plain: StageAppearance = {
  theme: null,
  font: null,
  backgroundImage: null,
  backgroundVideo: null,
  backgroundOpacity: 0.8,
  profileOpacity: 1,
  profileBlur: 0,
  backgroundEffect: 'none',
};
const picture = { url: '/files/a.webp', placeholder: null };
const hues = ['#000000', '#ffffff', '#ffff00', '#ff6b35', '#767676', '#1a1a1a', '#0033ff', '#00ff88', '#7a1f2b'];
const inks = [
  '--text',
  '--soft',
  '--faint',
  '--primary-text',
  '--secondary-text',
  '--accent-text',
  '--danger',
  '--ok',
] as const;

const tokensOf = (appearance: StageAppearance) => stageTokens(appearance) as Record<string, string>;

/** A panel's colour over what is behind it. */
function over(surface: string, behind: string): string {
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(surface);
  if (!parts) return surface;
  const [red, green, blue, percent] = parts.slice(1).map(Number) as [number, number, number, number];
  const hex = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  return mixed(hex, behind, percent / 100);
}

/**
 * Every background that text of a profile may have: panels over the brightest and the darkest picture, and rows of
 * them.
 */
function groundsOf(appearance: StageAppearance, tokens: Record<string, string>): string[] {
  const share = appearance.backgroundImage ? appearance.backgroundOpacity : 0;
  const behind = ['#000000', '#ffffff'].map((extreme) => mixed(extreme, appearance.theme!.background, share));
  const panels = behind.map((ground) => over(tokens['--surface']!, ground));
  return [...panels, ...['--plate', '--raised', '--hover', '--pressed'].map((name) => tokens[name]!)];
}

describe('the colours of a profile', () => {
  it('are the site’s own where a member has chosen nothing', () => {
    expect(isStyled(plain)).toBe(false);
    expect(stageTokens(plain)).toEqual({});
  });

  it('read at 4.5:1, whatever was chosen and whatever picture shines through', () => {
    for (const background of hues) {
      for (const text of [null, ...hues]) {
        for (const primary of ['#ffff00', '#101080']) {
          for (const profileOpacity of [0.1, 0.6, 1]) {
            for (const backgroundImage of [null, picture]) {
              const theme: ProfileTheme = { primary, secondary: background, background, accent: '#ffffff', text };
              const appearance = { ...plain, theme, profileOpacity, backgroundImage, backgroundOpacity: 1 };
              const tokens = tokensOf(appearance);
              for (const ground of groundsOf(appearance, tokens))
                for (const ink of inks)
                  expect(
                    contrast(tokens[ink]!, ground),
                    `${ink} ${tokens[ink]} on ${ground} of ${JSON.stringify(appearance)}`,
                  ).toBeGreaterThanOrEqual(4.5);
            }
          }
        }
      }
    }
  });

  it('read on buttons and chosen chips too', () => {
    for (const color of hues) {
      const theme = { primary: color, secondary: color, background: color, accent: color, text: color };
      const tokens = tokensOf({ ...plain, theme });
      for (const fill of ['--primary', '--primary-hover', '--primary-pressed', '--secondary'])
        expect(contrast(tokens[fill]!, '#1a1a1a'), `${fill} of ${color}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(tokens['--inverse']!, tokens['--on-inverse']!)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keep the chosen ground, and a text colour that reads', () => {
    const theme = {
      primary: '#ff6b35',
      secondary: '#00b4d8',
      background: '#0b1f3a',
      accent: '#ffd60a',
      text: '#ffe8d6',
    };
    const tokens = tokensOf({ ...plain, theme });
    expect(tokens['--backdrop']).toBe('#0b1f3a');
    expect(tokens['--text']).toBe('#ffe8d6');
    // Lighter by a shade: a badge in it stands on a tint of itself.
    expect(tokens['--primary-text']).toBe('#ff7544');
  });

  it('put yellow text on dark panels when the ground is yellow too', () => {
    const theme = {
      primary: '#ffff00',
      secondary: '#ffff00',
      background: '#ffff00',
      accent: '#ffff00',
      text: '#ffff00',
    };
    const appearance = { ...plain, theme, profileOpacity: 0.1 };
    expect(faceOf(appearance)).toBe('dark');
    expect(tokensOf(appearance)['--backdrop']).toBe('#ffff00');
    expect(lightOf(tokensOf(appearance)['--plate']!)).toBeLessThan(0.03);
  });

  it('let a picture through only as far as text reads', () => {
    const theme = { primary: '#ff6b35', secondary: '#00b4d8', background: '#101010', accent: '#ffd60a', text: null };
    const appearance = { ...plain, theme, profileOpacity: 0.1 };
    expect(tokensOf(appearance)['--surface']).toContain('/ 10%');
    const percent = /\/ (\d+)%/.exec(tokensOf({ ...appearance, backgroundImage: picture })['--surface']!)?.[1];
    expect(Number(percent)).toBeGreaterThan(50);
    expect(Number(percent)).toBeLessThan(75);
  });

  it('follow the reader’s face where only a picture was chosen', () => {
    const appearance = { ...plain, backgroundImage: picture };
    expect(faceOf(appearance)).toBeNull();
    expect(tokensOf(appearance)['--text']).toMatch(/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/);
  });
});
