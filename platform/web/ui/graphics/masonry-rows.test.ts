import { expect, test } from 'vitest';
import { gridRows, rowsOf } from './masonry-rows.ts';

test('a grid is as tall as its tallest column, each cell at the next free place', () => {
  expect(gridRows([], 3)).toBe(0);
  expect(gridRows([10, 20, 30], 1)).toBe(60);
  expect(gridRows([10, 20, 30], 3)).toBe(30);
  // The fourth goes under the first, the fifth under the second.
  expect(gridRows([10, 20, 30, 5, 40], 3)).toBe(55);
  expect(gridRows([10, 10, 10, 10], 2)).toBe(20);
});

test('very wide and very tall pictures are cut, so that no cell is tiny or endless', () => {
  expect(rowsOf(1)).toBe(42);
  expect(rowsOf(0.01)).toBe(rowsOf(1 / 2.2));
  expect(rowsOf(100)).toBe(90);
});
