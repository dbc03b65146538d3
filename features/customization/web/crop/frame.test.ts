import { expect, it } from 'vitest';
import { cutOf, frameOf, maxZoom, moved, zoomed } from './frame.ts';

it('a wide picture fills a square by its height', () => {
  expect(cutOf(frameOf(800, 400, 1))).toEqual({ left: 200, top: 0, width: 400, height: 400 });
});

it('a tall picture fills a banner by its width', () => {
  expect(cutOf(frameOf(300, 900, 3))).toEqual({ left: 0, top: 400, width: 300, height: 100 });
});

it('what is seen never leaves the picture', () => {
  const frame = moved(frameOf(800, 400, 1), 10, 10);
  expect(cutOf(frame)).toEqual({ left: 400, top: 0, width: 400, height: 400 });
  expect(cutOf(moved(frame, -10, -10)).left).toBe(0);
  expect(cutOf(zoomed(moved(zoomed(frame, 4), 10, 10), 1))).toEqual({ left: 400, top: 0, width: 400, height: 400 });
});

it('a zoom has its ends, and holds the point under the pointer', () => {
  expect(zoomed(frameOf(800, 400, 1), 99).zoom).toBe(maxZoom);
  expect(zoomed(frameOf(800, 400, 1), 0).zoom).toBe(1);
  const near = cutOf(zoomed(frameOf(800, 800, 1), 2, { x: 0.25, y: 0.75 }));
  expect(near.left + 0.25 * near.width).toBe(200);
  expect(near.top + 0.75 * near.height).toBe(600);
});
