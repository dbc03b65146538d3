import { describe, expect, it } from 'vitest';
import { type Theme, contrast, parseHex } from './contrast.ts';
import { fillOf, siteColors } from './site-colors.ts';

const themes = ['light', 'dark'] as const;
/** Of `platform/web/styles/tokens.css`: what texts and controls stand on, and the texts. */
const surfaces: Record<Theme, readonly string[]> = {
  light: ['#f7f4ee', '#ffffff', '#fbf9f5', '#f2ede5'],
  dark: ['#121213', '#1a1a1a', '#232324', '#2b2b2c'],
};
const texts: Record<Theme, readonly string[]> = {
  light: ['#1b1a18', '#55514a'],
  dark: ['#f3efe8', '#b8b2a8'],
};

/** The same sequence at every run (mulberry32). */
function* randomColors(count: number): Generator<string> {
  let state = 38;
  for (let made = 0; made < count; made++) {
    state = (state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    yield `#${((mixedBits ^ (mixedBits >>> 14)) & 0xffffff).toString(16).padStart(6, '0')}`;
  }
}
const greys = Array.from({ length: 256 }, (_, grey) => `#${grey.toString(16).padStart(2, '0').repeat(3)}`);
const corners = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff', '#ff6b35', '#102040', '#d00000'];
const colors = [...greys, ...corners, ...randomColors(300)];

/** A token in a theme. */
const inTheme = (value: string, theme: Theme): string => {
  const [, light, dark] = /^light-dark\((\S+), (\S+)\)$/.exec(value) ?? [null, value, value];
  return theme === 'light' ? light : dark;
};

/** Pairs of tokens, or of a token and what is around it, with the contrast that they need. */
function mistakesOf(color: string, theme: Theme): string[] {
  const tokens = siteColors(color, color);
  const of = (name: `--${string}`): string => inTheme(tokens[name]!, theme);
  const line = of('--primary-line');
  const edge = line === 'transparent' ? of('--primary') : line;
  const around = surfaces[theme];
  const pairs: [string, string, readonly string[], number][] = [
    ...(['--primary', '--primary-hover', '--primary-pressed'] as const).map(
      (name): [string, string, readonly string[], number] => [name, of(name), [of('--on-primary')], 4.5],
    ),
    ['--secondary', of('--secondary'), ['#1a1a1a'], 4.5],
    ['--primary-text', of('--primary-text'), [...around, of('--primary-wash')], 4.5],
    ['--secondary-text', of('--secondary-text'), [...around, of('--secondary-wash')], 4.5],
    ['--focus', of('--focus'), around, 3],
    ['--mark', of('--mark'), around, 3],
    ['edge of a button', edge, around, 3],
    ['--selection', of('--selection'), [texts[theme][0]!], 4.5],
    ...(['--primary-wash', '--secondary-wash'] as const).map((name): [string, string, readonly string[], number] => [
      name,
      of(name),
      texts[theme],
      4.5,
    ]),
    ['hover', of('--primary-hover'), [of('--primary')], 1.15],
    ['pressed', of('--primary-pressed'), [of('--primary')], 1.05],
  ];
  return pairs.flatMap(([name, value, others, least]) =>
    others
      .filter((other) => !parseHex(value) || contrast(value, other) < least)
      .map((other) => `${color} ${theme} ${name} ${value} on ${other}: ${contrast(value, other).toFixed(2)}`),
  );
}

describe('the colours of a site', () => {
  it.each(themes)('are seen and read in every place, whatever colour is chosen: %s', (theme) => {
    expect(colors.flatMap((color) => mistakesOf(color, theme))).toEqual([]);
  });

  it('keep the chosen one on buttons wherever white or ink can be read on it, and else stay near it', () => {
    for (const color of colors) {
      const { fill, on } = fillOf(color);
      const best = Math.max(contrast(color, '#ffffff'), contrast(color, '#1a1a1a'));
      if (best >= 4.5) expect(fill).toBe(color);
      else expect(contrast(fill, color), color).toBeLessThan(1.15);
      expect(['#ffffff', '#1a1a1a']).toContain(on);
    }
    expect(fillOf('#102040')).toEqual({ fill: '#102040', on: '#ffffff' });
    expect(fillOf('#ff6b35')).toEqual({ fill: '#ff6b35', on: '#1a1a1a' });
  });

  it('are nothing where none is chosen, and apart from each other', () => {
    expect(siteColors(null)).toEqual({});
    expect(Object.keys(siteColors(null, '#123456')).filter((name) => name.includes('primary'))).toEqual([]);
    expect(siteColors('#ff0000', '#0000ff')['--focus']).toBe(siteColors(null, '#0000ff')['--focus']);
  });
});
