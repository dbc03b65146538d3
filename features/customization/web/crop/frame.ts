/** The crop frame of a picture. Lengths are pixels of the picture. */
export interface Frame {
  /** Of the picture. */
  readonly width: number;
  readonly height: number;
  /** Of the window: width by height. */
  readonly ratio: number;
  /** 1: as much as the window takes in; 4: a quarter of that in each direction. */
  readonly zoom: number;
  /** What stands in the middle of the window. */
  readonly x: number;
  readonly y: number;
}

/** Largest zoom. */
export const maxZoom = 4;

/** The part of the picture that the window shows. */
export function cutOf({ width, height, ratio, zoom, x, y }: Frame): {
  left: number;
  top: number;
  width: number;
  height: number;
} {
  const whole = width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio };
  const cut = { width: whole.width / zoom, height: whole.height / zoom };
  return { left: x - cut.width / 2, top: y - cut.height / 2, ...cut };
}

const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Never more than {@link maxZoom}, and never past the edge of the picture. */
function bounded(frame: Frame): Frame {
  const zoom = between(frame.zoom, 1, maxZoom);
  const cut = cutOf({ ...frame, zoom });
  return {
    ...frame,
    zoom,
    x: between(frame.x, cut.width / 2, frame.width - cut.width / 2),
    y: between(frame.y, cut.height / 2, frame.height - cut.height / 2),
  };
}

/** A picture as it is first seen: all that fits, around its middle. */
export const frameOf = (width: number, height: number, ratio: number): Frame => ({
  width,
  height,
  ratio,
  zoom: 1,
  x: width / 2,
  y: height / 2,
});

/** Moves what is seen by parts of the window: 0.1 to the right, 0.5 down. */
export function moved(frame: Frame, right: number, down: number): Frame {
  const cut = cutOf(frame);
  return bounded({ ...frame, x: frame.x + right * cut.width, y: frame.y + down * cut.height });
}

/** Zooms in or out around a point of the window (0 to 1 from its left and top). */
export function zoomed(frame: Frame, zoom: number, at = { x: 0.5, y: 0.5 }): Frame {
  const before = cutOf(frame);
  const held = { x: before.left + at.x * before.width, y: before.top + at.y * before.height };
  const after = cutOf({ ...frame, zoom: between(zoom, 1, maxZoom) });
  return bounded({
    ...frame,
    zoom,
    x: held.x + (0.5 - at.x) * after.width,
    y: held.y + (0.5 - at.y) * after.height,
  });
}
