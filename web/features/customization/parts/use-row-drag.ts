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

/** Rows of a list that are dragged into another order by their handles, with a pointer of any kind. @param move from a place to another */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): { moving: number | null; gripOf: (index: number) => Grip } {
  const [moving, setMoving] = useState<number | null>(null);
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
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
    const end = () => {
      listeners.abort();
      setMoving(null);
    };
    const follow = (event: globalThis.PointerEvent) => {
      if (!list.current) return;
      const to = placeAt(list.current, at, event.clientY);
      if (to === at) return;
      latest.current(at, to);
      at = to;
      setMoving(at);
    };
    // The row moves in the page, and would lose a pointer that it had captured.
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
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
