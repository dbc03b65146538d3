import { waveDigits } from '#content/media/contract/limits.ts';

/** The outline of a sound: heights of bars of equal length, 0 to 1; the highest is 1, or all are 0. */
export type WaveShape = Float32Array;

/** Heights of the digits, by their character codes. */
const heightOf = new Float32Array(128);
for (let at = 0; at < waveDigits.length; at++) heightOf[waveDigits.charCodeAt(at)] = at / (waveDigits.length - 1);

/** The `wave` of a file (`content/media/contract/endpoints.ts`); null where it holds nothing. */
export function readWave(wave: string): WaveShape | null {
  const shape = new Float32Array(wave.length);
  for (let at = 0; at < wave.length; at++) shape[at] = heightOf[wave.charCodeAt(at)] ?? 0;
  return wave === '' ? null : shape;
}

/** Quieter than this is drawn as silence. */
const quietest = 0.02;

/** The rendition `zoom` of a file; null where it holds nothing. */
export function readZoom(bytes: Uint8Array): WaveShape | null {
  const bars = Math.floor(bytes.length / 2);
  if (bars === 0) return null;
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const peaks = Float32Array.from({ length: bars }, (_, at) =>
    Math.min(1, Math.max(Math.abs(values[at]!), Math.abs(values[bars + at]!)) / 127),
  );
  const highest = peaks.reduce((one, other) => Math.max(one, other), quietest);
  return peaks.map((peak) => peak / highest);
}

/**
 * Heights of so many bars of equal length, 0 to 1, for the part of a shape between two shares of its length. A bar is as high
 * as the highest of the shape's bars that lie in its time, those in part as well: nothing moves to another bar.
 */
export function barHeights(shape: WaveShape, bars: number, from = 0, to = 1): number[] {
  const total = shape.length;
  // A thousandth is for what is no whole number by rounding alone.
  const edge = (bar: number): number => (from + ((to - from) * bar) / bars) * total;
  return Array.from({ length: bars }, (_, bar) => {
    const first = Math.min(total - 1, Math.floor(edge(bar) + 1e-3));
    const end = Math.min(total, Math.max(first + 1, Math.ceil(edge(bar + 1) - 1e-3)));
    let height = 0;
    for (let at = first; at < end; at++) height = Math.max(height, shape[at]!);
    return height;
  });
}

/**
 * One SVG path of upright bars that stand around the middle of a box. Each bar begins where the one before it does, so that
 * the path of a waveform stays short: pages have twenty of them.
 */
export function waveBars(heights: readonly number[], pitch: number, barWidth: number, height: number): string {
  const middle = height / 2;
  let path = '';
  let before = 0;
  for (const share of heights) {
    const half = Math.max(1, Math.round(share * middle));
    const top = middle - half;
    const by = top - before;
    path += `${path === '' ? `M0 ${top}` : `m${pitch}${by < 0 ? '' : ' '}${by}`}h${barWidth}v${2 * half}h-${barWidth}z`;
    before = top;
  }
  return path;
}
