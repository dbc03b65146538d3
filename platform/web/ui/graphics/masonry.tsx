import { type CSSProperties, type ReactNode, useRef } from 'react';
import { MOST_COLUMNS, gridRows, rowsOf } from './masonry-rows.ts';
import { PER_GRID } from './shown-grids.ts';
import { useShownGrids } from './use-shown-grids.ts';
import './masonry.css';

/** One cell: its shape is known before its picture is there. */
export interface MasonryCell {
  readonly key: string;
  /** Height by width; 1 where nobody knows. */
  readonly shape: number;
  readonly content: ReactNode;
}

/** Height by width of a picture. */
export function shapeOf(picture: { readonly width: number | null; readonly height: number | null }): number {
  return picture.width && picture.height ? picture.height / picture.width : 1;
}

/**
 * Cells in 1 to 5 columns by the width that there is, each where the next is free: their order is that of the page, for
 * the eye and for the keyboard, and nothing moves when pictures arrive. Of a long list at most 300 cells are in the
 * page; the others leave a place of the same height.
 */
export function Masonry({ label, cells, more }: { label: string; cells: readonly MasonryCell[]; more: boolean }) {
  const room = useRef<HTMLDivElement>(null);
  const grids = Array.from({ length: Math.ceil(cells.length / PER_GRID) }, (_, grid) => ({
    first: grid * PER_GRID + 1,
    some: cells.slice(grid * PER_GRID, (grid + 1) * PER_GRID),
  }));
  const { isShown, focus } = useShownGrids(room, grids.length);
  const size = more ? -1 : cells.length;
  return (
    <div ref={room} aria-label={label} className="masonry-room" role="list" {...focus}>
      {/* Grids are named by their place: a cell that comes before all others moves one of each to the next grid. */}
      {grids.map(({ first, some }, grid) => (
        <div key={first} className="masonry" role="presentation">
          {isShown(grid) ? (
            <Cells cells={some} first={first} size={size} />
          ) : (
            <div aria-hidden="true" className="masonry-away" style={awayStyle(some)} />
          )}
        </div>
      ))}
    </div>
  );
}

/** @param first place in the whole list, from 1 @param size of the whole list; -1 while nobody knows */
function Cells({ cells, first, size }: { cells: readonly MasonryCell[]; first: number; size: number }) {
  return cells.map(({ key, shape, content }, at) => (
    <div
      key={key}
      aria-posinset={first + at}
      aria-setsize={size}
      role="listitem"
      style={{ gridRow: `span ${rowsOf(shape)}` }}
    >
      <div className="masonry-cell">{content}</div>
    </div>
  ));
}

/** Rows of a grid without its cells, for each number of columns: the styles choose. */
function awayStyle(cells: readonly MasonryCell[]): CSSProperties {
  const spans = cells.map(({ shape }) => rowsOf(shape));
  return Object.fromEntries(
    Array.from({ length: MOST_COLUMNS }, (_, at) => [`--rows-${at + 1}`, gridRows(spans, at + 1)]),
  );
}

const shapes = [0.75, 1.3, 1, 0.66, 1.5, 0.8, 1.2, 0.7, 1, 1.4, 0.75, 0.9, 1.25, 0.7, 1.1];

/** The grid while it loads. */
export function MasonrySkeleton({ label }: { label: string }) {
  const cells = shapes.map((shape, at) => ({
    key: String(at),
    shape,
    content: <span className="skeleton block h-full rounded-card" />,
  }));
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true">
        <Masonry cells={cells} label="" more={false} />
      </div>
    </div>
  );
}
