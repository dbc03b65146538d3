/** Virtualised list: several grids, because browsers end a grid after some thousand rows; unseen ones are left empty. */
export const PER_GRID = 60;
/** Grids that have their cells in the page at once. */
const GRIDS = 5;

/** The middle of a run, which is what the reader sees. */
function middleOf(grids: readonly number[], most: number): readonly number[] {
  const start = Math.max(0, Math.floor((grids.length - most) / 2));
  return grids.slice(start, start + most);
}

/**
 * Which grids of a long list have their cells in the page.
 * @param near those within a screen of what is seen, in their order
 * @param held the one with the focus; with the grids around it, so that the next cell is there whenever the keyboard
 * asks for it
 * @param count of all grids
 */
export function shownGrids(near: readonly number[], held: number | null, count: number): ReadonlySet<number> {
  const kept = held === null ? [] : [held - 1, held, held + 1].filter((grid) => grid >= 0 && grid < count);
  const others = near.filter((grid) => !kept.includes(grid));
  return new Set([...middleOf(others, GRIDS - kept.length), ...kept]);
}
