import { type Weighed, fitting, weightOf } from './page-budget.ts';
import { placeCursor } from './paging.ts';

/** A row of the skeleton of a list in order of its places, which count up. */
export interface PlacedRow extends Weighed {
  readonly id: string;
  readonly place: string;
}

/** Reads at most `limit` rows on one side of a place, in order; null is before every row. */
export type ReadSide = (place: number | null, direction: 'after' | 'before', limit: number) => Promise<PlacedRow[]>;

/** Rows of context before the requested one. */
const CONTEXT = 5;

const placeOf = (row: PlacedRow): number => Number(row.place);
const beginning = placeCursor(0);

/**
 * Keyset pagination in both directions: one page of a list in the order of its places. It ends after `size` rows, or
 * where their texts are as large as a page may be. Its first row is the one after `from`; with `around`, it has that row
 * with a few before it.
 */
export async function placedPage(
  side: ReadSide,
  start: { readonly from: number | null } | { readonly around: PlacedRow },
  size: number,
): Promise<{ ids: string[]; next: string | null; previous: string | null }> {
  const leading: PlacedRow[] = [];
  let from = 'from' in start ? start.from : null;
  if ('around' in start) {
    from = placeOf(start.around);
    const context = (await side(from, 'before', CONTEXT)).toReversed();
    leading.push(...context.slice(0, fitting(context, start.around.bytes)).toReversed(), start.around);
  }
  const following = await side(from, 'after', size - leading.length + 1);
  const room = Math.min(size - leading.length, fitting(following, weightOf(leading)));
  const page = [...leading, ...following.slice(0, room)];
  const [first, last] = [page[0], page.at(-1)];
  // The very first page has nothing before it.
  const before = first && from !== null ? (await side(placeOf(first), 'before', size + 1)).toReversed() : [];
  // `previous` is a cursor to read `after`: the row before the earlier page's first one, or the very beginning.
  const edge = before[Math.min(size, fitting(before))];
  return {
    ids: page.map((row) => row.id),
    next: following.length > room && last ? placeCursor(placeOf(last)) : null,
    previous: before.length === 0 ? null : edge ? placeCursor(placeOf(edge)) : beginning,
  };
}
