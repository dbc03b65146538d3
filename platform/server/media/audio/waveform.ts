/** Draws the outline of a sound of unknown length in bounded memory. */
export interface Outline {
  /** Takes the next samples of each channel, from `from` on. */
  add(channels: readonly Float32Array[], from: number, count: number): void;
  /**
   * The whole sound in buckets of equal length, at most as many as it has samples: first all minima, then all maxima, then,
   * where asked for, all root mean squares, a signed byte each. 127 is full scale or, where
   * `toLoudest`, the loudest sample, at least -34 dBFS: a quiet master keeps its shape in bytes.
   */
  draw(buckets: number, withRms: boolean, toLoudest?: boolean): Uint8Array;
}

/** Buckets in memory: 3 MB. When they are full, neighbours are merged and each bucket is twice as long. */
const CAPACITY = 2 ** 18;
/** The least peak that is drawn in full height: -34 dBFS. What is quieter is drawn lower, and silence flat. */
export const LEAST_PEAK = 0.02;

/** An outline of all channels together. */
export function makeOutline(capacity = CAPACITY): Outline {
  const minima = new Float32Array(capacity);
  const maxima = new Float32Array(capacity);
  const squares = new Float32Array(capacity);
  /** Frames in a bucket, those in the open one, and closed buckets. */
  let length = 1;
  let filled = 0;
  let count = 0;
  let [low, high, square] = [Infinity, -Infinity, 0];

  const close = (): void => {
    if (count === capacity) halve();
    // Halving made buckets longer: the open one may not be full any more.
    if (filled < length) return;
    minima[count] = low;
    maxima[count] = high;
    squares[count] = square / filled;
    count++;
    filled = 0;
    [low, high, square] = [Infinity, -Infinity, 0];
  };
  const halve = (): void => {
    for (let index = 0; index < capacity / 2; index++) {
      minima[index] = Math.min(minima[index * 2]!, minima[index * 2 + 1]!);
      maxima[index] = Math.max(maxima[index * 2]!, maxima[index * 2 + 1]!);
      squares[index] = (squares[index * 2]! + squares[index * 2 + 1]!) / 2;
    }
    count = capacity / 2;
    length *= 2;
  };
  return {
    add(channels, from, frames) {
      let at = from;
      const end = from + frames;
      while (at < end) {
        const part = Math.min(length - filled, end - at);
        for (const samples of channels) {
          let sum = 0;
          for (let index = at; index < at + part; index++) {
            const value = samples[index]!;
            if (value < low) low = value;
            if (value > high) high = value;
            sum += value * value;
          }
          square += sum / channels.length;
        }
        at += part;
        filled += part;
        if (filled === length) close();
      }
    },
    draw(buckets, withRms, toLoudest = false) {
      const open = filled > 0 ? filled / length : 0;
      const total = count + open;
      const size = Math.min(buckets, Math.ceil(total));
      const drawn = new Int8Array(size * (withRms ? 3 : 2));
      let loudest = filled > 0 ? Math.max(LEAST_PEAK, -low, high) : LEAST_PEAK;
      for (let index = 0; index < count; index++) loudest = Math.max(loudest, -minima[index]!, maxima[index]!);
      const scale = toLoudest ? 127 / Math.min(1, loudest) : 127;
      const at = (values: Float32Array, index: number, last: number): number => (index < count ? values[index]! : last);
      for (let bucket = 0; bucket < size; bucket++) {
        const first = Math.min(Math.floor((bucket * total) / size), Math.ceil(total) - 1);
        const next = Math.max(first + 1, Math.ceil(((bucket + 1) * total) / size));
        let [least, most, sum] = [Infinity, -Infinity, 0];
        for (let index = first; index < next; index++) {
          least = Math.min(least, at(minima, index, low));
          most = Math.max(most, at(maxima, index, high));
          sum += at(squares, index, square / Math.max(filled, 1));
        }
        drawn[bucket] = toByte(least * scale);
        drawn[size + bucket] = toByte(most * scale);
        if (withRms) drawn[2 * size + bucket] = toByte(Math.sqrt(sum / (next - first)) * scale);
      }
      return new Uint8Array(drawn.buffer);
    },
  };
}

function toByte(value: number): number {
  return Math.max(-127, Math.min(127, Math.round(value)));
}
