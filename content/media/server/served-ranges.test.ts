import { expect, it } from 'vitest';
import { type Ranges, withRange } from './served-ranges.ts';

const bytesOf = (ranges: Ranges): number => ranges.reduce((sum, [start, end]) => sum + end - start, 0);

it('bytes that were served twice count once, and touching ranges are merged', () => {
  let ranges: Ranges = [];
  for (const [from, to] of [
    [10, 20],
    [30, 40],
    [0, 5],
    [35, 50],
    [20, 30],
    [7, 7],
    [9, 3],
  ] as const)
    ranges = withRange(ranges, from, to);
  expect(ranges).toEqual([
    [0, 5],
    [10, 50],
  ]);
  expect(withRange(ranges, 0, 100)).toEqual([[0, 100]]);
});

it('many small pieces take a bounded room, and never count for more than they are', () => {
  let ranges: Ranges = [];
  for (let piece = 0; piece < 500; piece++) ranges = withRange(ranges, piece * 100, piece * 100 + 10 + (piece % 3));
  expect(ranges.length).toBeLessThanOrEqual(64);
  expect(bytesOf(ranges)).toBeLessThanOrEqual(500 * 12);
  expect(bytesOf(withRange(ranges, 0, 50_000))).toBe(50_000);
});
