import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { cutOf, type Frame, moved, zoomed } from './frame.ts';

const step = 0.04;
const zoomStep = 1.1;
/** A press that moves less than so many pixels is a click. */
const clickReach = 4;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The window onto the picture. It is drawn from {@link Frame}; every way to move it makes a new one. */
export function CropStage({
  picture,
  frame,
  onChange,
  round,
}: {
  picture: ImageBitmap;
  frame: Frame;
  onChange: (frame: Frame) => void;
  /** Others see a circle of it. */
  round: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ frame, onChange });
  useEffect(() => {
    latest.current = { frame, onChange };
  });
  const change = (next: Frame) => {
    latest.current.frame = next;
    onChange(next);
  };
  const pointers = usePointers(() => latest.current.frame, change);

  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!canvas.current || !pen) return;
    const { width, height } = canvas.current;
    const cut = cutOf(frame);
    pen.clearRect(0, 0, width, height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, cut.left, cut.top, cut.width, cut.height, 0, 0, width, height);
  }, [picture, frame]);

  // The page must not scroll meanwhile, and React's own listener could not say so.
  useEffect(() => {
    const stage = canvas.current;
    if (!stage) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { frame: now, onChange: emit } = latest.current;
      const next = zoomed(now, now.zoom * Math.exp(-event.deltaY / 400), placeIn(stage, event));
      latest.current.frame = next;
      emit(next);
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    return () => stage.removeEventListener('wheel', onWheel);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    const now = latest.current.frame;
    if (arrow) change(moved(now, ...arrow));
    else if (event.key === '+' || event.key === '=') change(zoomed(now, now.zoom * zoomStep));
    else if (event.key === '-') change(zoomed(now, now.zoom / zoomStep));
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes the keys by itself
    <div
      aria-label="The part that is kept. Arrow keys move it, plus and minus zoom."
      className="relative overflow-hidden rounded-control bg-sunken"
      onKeyDown={onKeyDown}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is where those keys arrive
      tabIndex={0}
    >
      <canvas
        ref={canvas}
        className="block h-auto w-full cursor-grab touch-none active:cursor-grabbing"
        height={Math.round(960 / frame.ratio)}
        onPointerCancel={pointers.onUp}
        onPointerDown={pointers.onDown}
        onPointerMove={pointers.onMove}
        onPointerUp={pointers.onUp}
        width={960}
      />
      <span aria-hidden="true" className={classes('crop-edge', round && 'rounded-full')} />
    </div>
  );
}

/** Dragging, pinching with two fingers, and a click that moves a point to the middle. */
function usePointers(now: () => Frame, change: (next: Frame) => void) {
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);
  return {
    onDown(event: PointerEvent<HTMLCanvasElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      if (fingers.current.size === 0) travelled.current = 0;
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onMove(event: PointerEvent<HTMLCanvasElement>) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const here = { x: event.clientX, y: event.clientY };
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, here);
      const { width, height } = event.currentTarget.getBoundingClientRect();
      travelled.current += Math.hypot(here.x - before.x, here.y - before.y);
      // Two fingers move it half as far each.
      const share = other ? 0.5 : 1;
      let next = moved(now(), ((before.x - here.x) / width) * share, ((before.y - here.y) / height) * share);
      if (other) {
        const apart = Math.hypot(before.x - other.x, before.y - other.y);
        const apartNow = Math.hypot(here.x - other.x, here.y - other.y);
        const middle = { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 };
        if (apart > 0) next = zoomed(next, (next.zoom * apartNow) / apart, placeIn(event.currentTarget, middle));
      }
      change(next);
    },
    onUp(event: PointerEvent<HTMLCanvasElement>) {
      if (!fingers.current.delete(event.pointerId) || event.type === 'pointercancel') return;
      if (fingers.current.size > 0 || travelled.current > clickReach) return;
      const at = placeIn(event.currentTarget, event);
      change(moved(now(), at.x - 0.5, at.y - 0.5));
    },
  };
}

/** Where in an element a point is: 0 to 1 from its left and top. */
function placeIn(
  element: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}
