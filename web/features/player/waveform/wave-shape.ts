/** The outline of a sound: buckets of equal length, each value between 0 and 1 of full scale. */
export interface WaveShape {
  /** The farthest from silence in each bucket. */
  readonly peaks: Float32Array;
  /** Root mean squares, where they came along. */
  readonly rms: Float32Array | null;
}

/** Reads bytes that hold `rows` values for every bucket (see `overview` and `zoom` in `contract/media.ts`). */
function readRows(bytes: Uint8Array, rows: 2 | 3): WaveShape | null {
  const size = Math.floor(bytes.length / rows);
  if (size === 0) return null;
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const peaks = new Float32Array(size);
  const rms = rows === 3 ? new Float32Array(size) : null;
  for (let bucket = 0; bucket < size; bucket++) {
    peaks[bucket] = Math.min(1, Math.max(Math.abs(values[bucket]!), Math.abs(values[size + bucket]!)) / 127);
    if (rms) rms[bucket] = Math.min(1, Math.max(0, values[2 * size + bucket]!) / 127);
  }
  return { peaks, rms };
}

/** The overview of a file: base64; null where it holds nothing. */
export function readOverview(base64: string): WaveShape | null {
  let text: string;
  try {
    text = atob(base64);
  } catch {
    return null;
  }
  return readRows(
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
    3,
  );
}

/** The rendition `zoom` of a file. */
export function readZoom(bytes: Uint8Array): WaveShape | null {
  return readRows(bytes, 2);
}

/** Weights of peak and RMS in the height of a bar: with peaks alone a loud master becomes a solid block. */
const peakPart = 0.35;
const rmsPart = 1.1;

/**
 * Heights of so many bars, 0 to 1, for the part of a shape between two shares of its length. The highest of the whole
 * shape's bars would be 1: quiet recordings fill their place too.
 */
export function barHeights(shape: WaveShape, bars: number, from = 0, to = 1): number[] {
  const total = shape.peaks.length;
  const highest = loudestOf(shape);
  return Array.from({ length: bars }, (_, bar) => {
    const first = Math.min(total - 1, Math.floor((from + ((to - from) * bar) / bars) * total));
    const end = Math.min(total, Math.max(first + 1, Math.floor((from + ((to - from) * (bar + 1)) / bars) * total)));
    let peak = 0;
    let square = 0;
    for (let bucket = first; bucket < end; bucket++) {
      peak = Math.max(peak, shape.peaks[bucket]!);
      square += (shape.rms?.[bucket] ?? 0) ** 2;
    }
    const height = heightOf(shape, peak, Math.sqrt(square / (end - first)));
    return Math.round(Math.min(1, height / highest) * 1000) / 1000;
  });
}

function heightOf(shape: WaveShape, peak: number, rms: number): number {
  return shape.rms ? peak * peakPart + rms * rmsPart : peak;
}

/** Silence is drawn as silence. */
const quietest = 0.02;

function loudestOf(shape: WaveShape): number {
  let loudest = quietest;
  for (let bucket = 0; bucket < shape.peaks.length; bucket++)
    loudest = Math.max(loudest, heightOf(shape, shape.peaks[bucket]!, shape.rms?.[bucket] ?? 0));
  return loudest;
}

/** One SVG path of upright bars that stand around the middle of a box, edges on whole half pixels. */
export function waveBars(heights: readonly number[], pitch: number, barWidth: number, height: number): string {
  return heights
    .map((share, index) => {
      const tall = Math.max(2, Math.round(share * height));
      const top = Math.round(height - tall) / 2;
      return `M${Math.round(index * pitch * 100) / 100} ${top}h${barWidth}v${tall}h-${barWidth}z`;
    })
    .join('');
}
