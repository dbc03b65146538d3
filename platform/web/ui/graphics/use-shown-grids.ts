import { type FocusEvent, type RefObject, useEffect, useState } from 'react';
import { shownGrids } from './shown-grids.ts';

/** Handlers and answers of {@link useShownGrids}. */
export interface ShownGrids {
  isShown(grid: number): boolean;
  /** For the element around the grids: whoever has the focus in a grid finds it there again. */
  readonly focus: { onFocus(event: FocusEvent): void; onBlur(event: FocusEvent): void };
}

/**
 * Which grids of a long list have their cells in the page: those within a screen of what is seen, and those around the
 * focus.
 * @param room the element whose children the grids are, in their order
 */
export function useShownGrids(room: RefObject<HTMLElement | null>, count: number): ShownGrids {
  // On the server, and until the browser has said what is near, the first one.
  const [near, setNear] = useState<readonly number[]>([0]);
  const [held, setHeld] = useState<number | null>(null);
  useEffect(() => {
    const grids = [...(room.current?.children ?? [])].slice(0, count);
    const close = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) close.add(grids.indexOf(target));
          else close.delete(grids.indexOf(target));
        }
        setNear([...close].toSorted((first, second) => first - second));
      },
      { rootMargin: '100% 0px' },
    );
    for (const grid of grids) observer.observe(grid);
    return () => observer.disconnect();
  }, [room, count]);

  const hold = (target: EventTarget | null) => {
    const grid = [...(room.current?.children ?? [])].findIndex((child) => child.contains(target as Node | null));
    setHeld(grid < 0 ? null : grid);
  };

  const shown = shownGrids(near, held, count);
  return {
    isShown: (grid) => shown.has(grid),
    focus: {
      onFocus: ({ target }) => hold(target),
      // From one cell to the next: were the grid given up in between, the next one would be gone.
      onBlur: ({ relatedTarget }) => hold(relatedTarget),
    },
  };
}
