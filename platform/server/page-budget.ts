/**
 * Bytes of what members wrote in one page of a list, after which the page ends with fewer rows and the list goes on with
 * the next one. Twenty times what a page of usual texts has; a few very long texts reach it.
 */
export const PAGE_BYTES = 512 * 1024;

/** A row of a skeleton that knows how much it adds to a page. */
export interface Weighed {
  /** Bytes, roughly: of its HTML, its source and what is drawn with it. */
  readonly bytes: number;
}

/**
 * How many rows, from the first, have room in a page.
 * @param taken bytes of the page that are used already; where none are, the first row always has room.
 */
export function fitting(rows: readonly Weighed[], taken = 0): number {
  let bytes = taken;
  for (const [at, row] of rows.entries()) {
    bytes += row.bytes;
    if (bytes > PAGE_BYTES && (at > 0 || taken > 0)) return at;
  }
  return rows.length;
}

/** Bytes of rows together. */
export function weightOf(rows: readonly Weighed[]): number {
  return rows.reduce((sum, row) => sum + row.bytes, 0);
}
