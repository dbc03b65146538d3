import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

/** The middle of a run, which is what the reader sees. */
function middleOf(grids: readonly number[], most: number): readonly number[] {
  const start = Math.max(0, Math.floor((grids.length - most) / 2));
  return grids.slice(start, start + most);
}

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
 * @param most grids at once
 */
export function useShownGrids(room: RefObject<HTMLElement | null>, count: number, most: number): ShownGrids {
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
        setNear([...close].toSorted((one, other) => one - other));
      },
      { rootMargin: '100% 0px' },
    );
    for (const grid of grids) observer.observe(grid);
    return () => observer.disconnect();
  }, [room, count]);

  const hold = (target: EventTarget | null) => {
    const grid = [...(room.current?.children ?? [])].findIndex((one) => one.contains(target as Node | null));
    setHeld(grid < 0 ? null : grid);
  };

  // With the grids around it: the next cell is there whenever the keyboard asks for it.
  const kept = held === null ? [] : [held - 1, held, held + 1].filter((grid) => grid >= 0 && grid < count);
  const others = near.filter((grid) => !kept.includes(grid));
  const shown = new Set([...middleOf(others, most - kept.length), ...kept]);
  return {
    isShown: (grid) => shown.has(grid),
    focus: {
      onFocus: ({ target }) => hold(target),
      // From one cell to the next: were the grid given up in between, the next one would be gone.
      onBlur: ({ relatedTarget }) => hold(relatedTarget),
    },
  };
}
