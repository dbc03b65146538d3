import { expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import { siteColors } from './site-colors.ts';

it('makes of every main colour a text colour that can be read in both themes, and a hover that carries text', () => {
  for (const color of ['#ffff00', '#00e5ff', '#ff6b35', '#7fff00', '#ffffff', '#c9a0dc', '#808000', '#9d86e0']) {
    const colors = siteColors(color);
    const [, light, dark] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(colors['--primary-text']!)!;
    expect(contrast(light!, '#f2ede5'), `${color} on light`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark!, '#2b2b2c'), `${color} on dark`).toBeGreaterThanOrEqual(4.5);
    for (const name of ['--primary-hover', '--primary-pressed'] as const)
      expect(contrast(colors[name]!, '#1a1a1a')).toBeGreaterThanOrEqual(contrast(color, '#1a1a1a') - 0.01);
  }
  expect(siteColors(null)).toEqual({});
});
