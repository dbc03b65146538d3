import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** What a row's handle needs to be dragged by. */
export interface Grip {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** Rows of a list that are dragged into another order by their handles, with a pointer of any kind. @param move from a place to another */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): { moving: number | null; gripOf: (index: number) => Grip } {
  const [moving, setMoving] = useState<number | null>(null);
  const at = useRef<number | null>(null);
  const end = () => {
    at.current = null;
    setMoving(null);
  };
  return {
    moving,
    gripOf: (index) => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        // The handle moves with its row, so it keeps the pointer.
        event.currentTarget.setPointerCapture(event.pointerId);
        at.current = index;
        setMoving(index);
      },
      onPointerMove(event) {
        const from = at.current;
        if (from === null || !list.current) return;
        const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
        // A row gives way when the pointer is past its middle.
        const to = rows.findIndex((row, place) =>
          place < from
            ? event.clientY < row.top + row.height / 2
            : place > from && event.clientY > row.top + row.height / 2,
        );
        if (to === -1) return;
        move(from, to);
        at.current = to;
        setMoving(to);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
