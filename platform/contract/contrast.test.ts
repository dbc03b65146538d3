import { describe, expect, it } from 'vitest';
import { ranks } from '#people/ledger/contract/ranks.ts';
import { contrast, parseHex, readableOn } from './contrast.ts';

const surfaces = {
  dark: ['#121213', '#1a1a1a', '#232324', '#2b2b2c'],
  light: ['#f7f4ee', '#ffffff', '#fbf9f5', '#f2ede5'],
} as const;
const chosen = [
  '#000000',
  '#ffffff',
  '#1a1a1a',
  '#3b82f6',
  '#ffff00',
  '#00ff00',
  '#0000ff',
  '#ff00ff',
  '#6b7280',
  '#abc',
];

describe('readableOn', () => {
  const colors = [...Object.values(ranks).map((rank) => rank.color), ...chosen];
  for (const theme of ['dark', 'light'] as const) {
    it(`reaches 4.5:1 on every ${theme} surface for rank colours and members' own`, () => {
      for (const color of colors) {
        const readable = readableOn(color, theme);
        for (const surface of surfaces[theme]) {
          expect(contrast(readable, surface), `${color} became ${readable} on ${surface}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    });
  }

  it('leaves a colour alone that reads already', () => {
    expect(readableOn('#ffd60a', 'dark')).toBe('#ffd60a');
    expect(readableOn('#7a1f00', 'light')).toBe('#7a1f00');
  });

  it('keeps the hue', () => {
    const [red = 0, green = 0, blue = 0] = parseHex(readableOn('#0000ff', 'dark')) ?? [];
    expect(blue).toBeGreaterThan(red);
    expect(blue).toBeGreaterThan(green);
  });

  it('never lets anything but a hex colour through', () => {
    expect(readableOn('red; background: url(//evil)', 'dark')).toBe('#f3efe8');
    expect(readableOn('', 'light')).toBe('#1b1a18');
  });
});

describe('contrast', () => {
  it('knows black on white', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  });
});
