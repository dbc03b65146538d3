import { describe, expect, it } from 'vitest';
import { drawnSizes } from './pictures.ts';

const tile = '(max-width: 26rem) 94vw, 18rem';
const sizes = (width: number | null, height: number | null, box?: number) =>
  drawnSizes({ width, height }, { sizes: tile, fit: 'cover', box });

describe('how wide a picture is drawn', () => {
  it('in a box of its shape, is as wide as the box', () => {
    expect(sizes(1200, 800, 2 / 3)).toBe(tile);
    expect(sizes(1200, 800)).toBe(tile);
    expect(sizes(null, null, 1)).toBe(tile);
    // A tall one is cut above and below.
    expect(sizes(800, 6000, 2.2)).toBe(tile);
  });

  it('in a higher box, is wider than the box by its own shape', () => {
    expect(sizes(6000, 800, 1 / 2.2)).toBe('(max-width: 26rem) calc(94vw * 3.41), calc(18rem * 3.41)');
    expect(sizes(6000, 800, 1)).toBe('(max-width: 26rem) calc(94vw * 7.5), calc(18rem * 7.5)');
  });

  it('as a whole, is no higher than the window', () => {
    const whole = (width: number, height: number) =>
      drawnSizes({ width, height }, { sizes: '(min-width: 60rem) 70vw, 100vw', fit: 'contain', box: undefined });
    expect(whole(800, 6000)).toBe('(min-width: 60rem) min(70vw, 13.34vh), min(100vw, 13.34vh)');
    expect(whole(6000, 800)).toBe('(min-width: 60rem) min(70vw, 750vh), min(100vw, 750vh)');
  });
});
