import { expect, test } from 'vitest';
import { PER_GRID, shownGrids } from './shown-grids.ts';

const run = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const shown = (...given: Parameters<typeof shownGrids>): number[] =>
  [...shownGrids(...given)].toSorted((one, other) => one - other);

test('at most 300 cells of a long list are in the page, those in the middle of what is near', () => {
  for (const near of [run(0, 5), run(10, 18), run(0, 40)])
    expect(shownGrids(near, null, 41).size * PER_GRID, `${near.length} grids are near`).toBe(300);
  expect(shown(run(10, 18), null, 41)).toEqual(run(12, 16));
});

test('what is near is shown, and no more', () => {
  expect(shown([0], null, 41)).toEqual([0]);
  expect(shown(run(3, 7), null, 41)).toEqual(run(3, 7));
});

test('the grid with the focus and those around it stay, within the same 300', () => {
  expect(shown(run(20, 28), 2, 41)).toEqual([1, 2, 3, 23, 24]);
  expect(shown(run(20, 28), 0, 41)).toEqual([0, 1, 23, 24, 25]);
  expect(shown(run(20, 28), 40, 41)).toEqual([23, 24, 25, 39, 40]);
  // The focus in the middle of what is near takes no place twice.
  expect(shown(run(4, 8), 6, 41)).toEqual(run(4, 8));
});
