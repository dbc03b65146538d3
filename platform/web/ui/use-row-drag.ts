import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What a row's handle needs to be dragged by. */
export interface Grip {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** The place of a row whose pointer is at a height: others give way when it is past their middle. */
function placeAt(list: HTMLElement, from: number, clientY: number): number {
  const middles = [...list.children].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2;
  });
  const below = middles.findLastIndex((middle, place) => place > from && clientY > middle);
  if (below !== -1) return below;
  const above = middles.findIndex((middle, place) => place < from && clientY < middle);
  return above === -1 ? from : above;
}

/**
 * Rows of a list that are dragged into another order by their handles, with a pointer of any kind.
 * @param move from a place to another, at each row that is passed
 * @param on.begin the handle at a place was taken
 * @param on.end it was let go of; `isGivenUp` where the browser took the pointer away
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
  on: { begin?: (index: number) => void; end?: (isGivenUp: boolean) => void } = {},
): { moving: number | null; gripOf: (index: number) => Grip } {
  const [moving, setMoving] = useState<number | null>(null);
  const latest = useRef({ move, on });
  useEffect(() => {
    latest.current = { move, on };
  });
  const drag = useRef<AbortController | null>(null);
  useEffect(() => () => drag.current?.abort(), []);
  const begin = (index: number): void => {
    const listeners = new AbortController();
    const { signal } = listeners;
    drag.current?.abort();
    drag.current = listeners;
    let at = index;
    setMoving(at);
    latest.current.on.begin?.(at);
    const end = (isGivenUp: boolean) => {
      listeners.abort();
      setMoving(null);
      latest.current.on.end?.(isGivenUp);
    };
    const follow = (event: globalThis.PointerEvent) => {
      if (!list.current) return;
      const to = placeAt(list.current, at, event.clientY);
      if (to === at) return;
      latest.current.move(at, to);
      at = to;
      setMoving(at);
    };
    // The row moves in the page, and would lose a pointer that it had captured.
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', () => end(false), { signal });
    addEventListener('pointercancel', () => end(true), { signal });
  };
  return {
    moving,
    gripOf: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        // No text is selected on the way.
        event.preventDefault();
        begin(index);
      },
    }),
  };
}
