/** Measures integrated loudness, sample by sample. */
export interface LoudnessMeter {
  /** Takes the next samples of each channel, from `from` on. */
  add(channels: readonly Float32Array[], from: number, count: number): void;
  /** LUFS; null for silence, and for less than the 400 ms that a measurement takes. */
  integrated(): number | null;
}

/** The two filters of the K-weighting as [b0, b1, b2, a1, a2] each. */
type Filter = readonly [number, number, number, number, number];

/**
 * K-weighting for any sample rate. ITU-R BS.1770-4 gives coefficients for 48 kHz only; these are the analogue filters
 * behind them, as libebur128 and ffmpeg derive them.
 */
function kWeighting(rate: number): readonly [Filter, Filter] {
  const shelfK = Math.tan((Math.PI * 1681.974450955533) / rate);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const shelf = 1 + shelfK / shelfQ + shelfK ** 2;
  const passK = Math.tan((Math.PI * 38.13547087602444) / rate);
  const passQ = 0.5003270373238773;
  const pass = 1 + passK / passQ + passK ** 2;
  return [
    [
      (high + (band * shelfK) / shelfQ + shelfK ** 2) / shelf,
      (2 * (shelfK ** 2 - high)) / shelf,
      (high - (band * shelfK) / shelfQ + shelfK ** 2) / shelf,
      (2 * (shelfK ** 2 - 1)) / shelf,
      (1 - shelfK / shelfQ + shelfK ** 2) / shelf,
    ],
    [1, -2, 1, (2 * (passK ** 2 - 1)) / pass, (1 - passK / passQ + passK ** 2) / pass],
  ];
}

/** Blocks of 400 ms, a new one every 100 ms. */
const STEPS_IN_BLOCK = 4;
const STEPS_PER_SECOND = 10;
const ABSOLUTE_GATE = 10 ** ((-70 + 0.691) / 10);
const RELATIVE_GATE = 0.1;
/** Below this a filter's memory is rounding noise that slows the processor down. */
const TINY = 1e-20;

/**
 * Integrated loudness by EBU R128 / ITU-R BS.1770-4; memory grows by 80 bytes a second. A mono recording counts as one
 * speaker: played on two it is 3 LU louder.
 * @param rate samples a second
 * @param weights of the energy of each channel
 */
export function makeLoudnessMeter(rate: number, weights: readonly number[]): LoudnessMeter {
  const [shelf, pass] = kWeighting(rate);
  const memory = weights.map(() => new Float64Array(4));
  const stepLength = Math.round(rate / STEPS_PER_SECOND);
  const steps: number[] = [];
  let energy = 0;
  let left = stepLength;
  return {
    add(channels, from, count) {
      let at = from;
      const end = from + count;
      while (at < end) {
        const length = Math.min(left, end - at);
        for (const [index, channel] of channels.entries()) {
          const weight = weights[index]!;
          if (weight > 0) energy += weight * weightedEnergy(channel, at, length, shelf, pass, memory[index]!);
        }
        at += length;
        left -= length;
        if (left > 0) continue;
        steps.push(energy / stepLength);
        energy = 0;
        left = stepLength;
      }
    },
    integrated: () => facts(steps),
  };
}

/** Sum of the squares behind both filters (transposed direct form II). */
function weightedEnergy(
  samples: Float32Array,
  from: number,
  count: number,
  [b0, b1, b2, a1, a2]: Filter,
  [, , , c1, c2]: Filter,
  memory: Float64Array,
): number {
  let p = memory[0]!;
  let q = memory[1]!;
  let r = memory[2]!;
  let s = memory[3]!;
  let sum = 0;
  for (let index = from, end = from + count; index < end; index++) {
    const x = samples[index]!;
    const y = b0 * x + p;
    p = b1 * x - a1 * y + q;
    q = b2 * x - a2 * y;
    // The high-pass filter's numerator is 1, -2, 1.
    const z = y + r;
    r = s - 2 * y - c1 * z;
    s = y - c2 * z;
    sum += z * z;
  }
  memory[0] = Math.abs(p) < TINY ? 0 : p;
  memory[1] = Math.abs(q) < TINY ? 0 : q;
  memory[2] = Math.abs(r) < TINY ? 0 : r;
  memory[3] = Math.abs(s) < TINY ? 0 : s;
  return sum;
}

/** The mean of all blocks above -70 LUFS, then of those above 10 LU below that mean. */
function facts(steps: readonly number[]): number | null {
  const blocks: number[] = [];
  for (let end = STEPS_IN_BLOCK; end <= steps.length; end++) {
    let sum = 0;
    for (let index = end - STEPS_IN_BLOCK; index < end; index++) sum += steps[index]!;
    if (sum / STEPS_IN_BLOCK >= ABSOLUTE_GATE) blocks.push(sum / STEPS_IN_BLOCK);
  }
  if (blocks.length === 0) return null;
  const threshold = meanAbove(blocks, 0) * RELATIVE_GATE;
  return -0.691 + 10 * Math.log10(meanAbove(blocks, threshold));
}

function meanAbove(blocks: readonly number[], threshold: number): number {
  let sum = 0;
  let count = 0;
  for (const block of blocks) {
    if (block < threshold) continue;
    sum += block;
    count++;
  }
  return sum / count;
}
