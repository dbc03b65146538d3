import type { ReactNode } from 'react';
import './masonry.css';

/** Rows that the width of a column has; the styles say the same. */
const ROWS = 40;
/** Taller and wider pictures than this are cut in the list. */
const TALLEST = 2.2;
/** Rows of the gap under a picture, about. */
const GAP_ROWS = 2;
/** Browsers end a grid after some thousand rows: a long list is several of them. */
const PER_GRID = 80;

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
 * the eye and for the keyboard, and nothing moves when pictures arrive.
 */
export function Masonry({ label, cells }: { label: string; cells: readonly MasonryCell[] }) {
  const grids = Array.from({ length: Math.ceil(cells.length / PER_GRID) }, (_, grid) =>
    cells.slice(grid * PER_GRID, (grid + 1) * PER_GRID),
  );
  return (
    <div className="masonry-room">
      {grids.map((some, grid) => (
        <ul key={some[0]?.key} aria-label={grid === 0 ? label : `${label}, continued`} className="masonry">
          {some.map(({ key, shape, content }) => (
            <li key={key} style={{ gridRow: `span ${rowsOf(shape)}` }}>
              <div className="masonry-cell">{content}</div>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

function rowsOf(shape: number): number {
  return Math.round(ROWS * Math.min(TALLEST, Math.max(1 / TALLEST, shape))) + GAP_ROWS;
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
        <Masonry cells={cells} label="" />
      </div>
    </div>
  );
}
