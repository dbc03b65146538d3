/** Rows that the width of a column has; the styles say the same. */
const ROWS = 40;
/** Taller and wider pictures than this are cut in the list. */
const TALLEST = 2.2;
/** Rows of the gap under a picture, about. */
const GAP_ROWS = 2;
/** Columns that the styles know, by the width that there is: from one to so many. */
export const MOST_COLUMNS = 5;

/** How wide a cell is, for the browser's choice of a picture: one column on narrow phones, two up to 38rem, then 18rem at most. */
export const cellSizes = '(max-width: 25.4rem) 94vw, (max-width: 39.5rem) 47vw, 18rem';

/** Height by width of a cell. @param shape height by width of its picture */
export const cellShape = (shape: number): number => Math.min(TALLEST, Math.max(1 / TALLEST, shape));

/** Rows of a cell, the gap under it included. @param shape height by width */
export function rowsOf(shape: number): number {
  return Math.round(ROWS * cellShape(shape)) + GAP_ROWS;
}

/**
 * Rows that a grid has, placed as the browser does: each cell at the next free place from the one before it on, row by
 * row. @param spans rows of the cells, in their order
 */
export function gridRows(spans: readonly number[], columns: number): number {
  const ends = Array.from({ length: columns }, () => 0);
  let [row, column] = [0, -1];
  for (const span of spans) {
    let [bestRow, best] = [Infinity, 0];
    for (const [at, end] of ends.entries()) {
      const free = Math.max(end, at > column ? row : row + 1);
      if (free < bestRow) [bestRow, best] = [free, at];
    }
    [row, column] = [bestRow, best];
    ends[best] = row + span;
  }
  return Math.max(0, ...ends);
}
