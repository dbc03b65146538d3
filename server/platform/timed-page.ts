import { type Weighed, fitting, weightOf } from './page-budget.ts';
import { timeCursor } from './paging.ts';

/** Place of a row in order of time. */
export interface TimePlace {
  readonly at: Date;
  readonly id: string;
}

/** A row of the skeleton of a list in order of time. */
export interface TimedRow extends Weighed {
  readonly id: string;
  readonly created_at: Date;
}

/** Reads at most `limit` rows on one side of a place, in order of time; null is before every row. */
export type ReadSide = (key: TimePlace | null, direction: 'after' | 'before', limit: number) => Promise<TimedRow[]>;

/** Rows that come before the one that was asked for, so that its context is on the page. */
const CONTEXT = 5;

const placeOf = (row: TimedRow): TimePlace => ({ at: row.created_at, id: row.id });
const beginning = timeCursor(new Date(0), '00000000-0000-0000-0000-000000000000');

/**
 * One page of a list in order of time, oldest first, which may be read on both ways. It ends after `size` rows, or where
 * their texts are as large as a page may be. Its first row is the one after `from`; with `around`, that row is on it,
 * with a few before it.
 */
export async function timedPage(
  side: ReadSide,
  start: { readonly from: TimePlace | null } | { readonly around: TimedRow },
  size: number,
): Promise<{ ids: string[]; next: string | null; previous: string | null }> {
  const leading: TimedRow[] = [];
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
    next: following.length > room && last ? timeCursor(last.created_at, last.id) : null,
    previous: before.length === 0 ? null : edge ? timeCursor(edge.created_at, edge.id) : beginning,
  };
}
