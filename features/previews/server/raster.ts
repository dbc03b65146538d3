/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** A rectangle with round corners, in pixels. */
export interface Shape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/** Four bytes a pixel, rows from the top. */
export interface Canvas {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** `#rrggbb`. */
export const colorOf = (hex: string): Color => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** An empty, transparent canvas. */
export const makeCanvas = (width: number, height: number): Canvas => ({
  data: new Uint8Array(width * height * 4),
  width,
  height,
});

/**
 * Paints a shape with smooth edges: how much of a pixel is covered follows from its distance to the edge
 * (https://iquilezles.org/articles/distfunctions2d/, rounded box). The image library reads no SVG in this process, because
 * members' files pass through it.
 */
export function paint(canvas: Canvas, shape: Shape, [red, green, blue]: Color): void {
  const { data, width, height } = canvas;
  const [halfWidth, halfHeight] = [shape.width / 2, shape.height / 2];
  const radius = Math.min(shape.radius, halfWidth, halfHeight);
  const [fromX, toX] = [Math.max(0, Math.floor(shape.x) - 1), Math.min(width, Math.ceil(shape.x + shape.width) + 1)];
  const [fromY, toY] = [Math.max(0, Math.floor(shape.y) - 1), Math.min(height, Math.ceil(shape.y + shape.height) + 1)];
  for (let y = fromY; y < toY; y++)
    for (let x = fromX; x < toX; x++) {
      const outX = Math.abs(x + 0.5 - shape.x - halfWidth) - halfWidth + radius;
      const outY = Math.abs(y + 0.5 - shape.y - halfHeight) - halfHeight + radius;
      const distance = Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0) - radius;
      const covered = Math.min(1, Math.max(0, 0.5 - distance));
      if (covered === 0) continue;
      const at = (y * width + x) * 4;
      // What is below shows through the edge; on an empty canvas the edge is transparent.
      const below = (data[at + 3]! / 255) * (1 - covered);
      const sum = covered + below;
      data[at] = (red * covered + data[at]! * below) / sum;
      data[at + 1] = (green * covered + data[at + 1]! * below) / sum;
      data[at + 2] = (blue * covered + data[at + 2]! * below) / sum;
      data[at + 3] = sum * 255;
    }
}
