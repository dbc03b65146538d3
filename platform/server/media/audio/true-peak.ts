/** Samples before the first one that a value between two samples depends on. */
export const PEAK_HISTORY = 11;

/** Taps of each of the three values between two samples. */
const TAPS = 12;

/**
 * Polyphase oversampling filter: a sinc for four times the rate under a Hann window of 49 taps, as in libebur128: one of its four phases is the sample
 * itself, the middle one is symmetric, the two others mirror each other.
 */
function phase(offset: number): Float64Array {
  return Float64Array.from({ length: TAPS }, (_, index) => {
    const tap = index * 4 + offset;
    const x = ((tap - 24) * Math.PI) / 4;
    return (Math.sin(x) / x) * 0.5 * (1 - Math.cos((2 * Math.PI * tap) / 48));
  });
}

const side = phase(1);
const middle = phase(2);
/** Halves of the sum and of the difference of the two mirrored phases: each of them is their sum or difference again. */
const even = side.map((value, index) => (value + side[TAPS - 1 - index]!) / 2);
const odd = side.map((value, index) => (value - side[TAPS - 1 - index]!) / 2);
const [e0, e1, e2, e3, e4, e5] = even as unknown as readonly [number, number, number, number, number, number];
const [o0, o1, o2, o3, o4, o5] = odd as unknown as readonly [number, number, number, number, number, number];
const [m0, m1, m2, m3, m4, m5] = middle as unknown as readonly [number, number, number, number, number, number];

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + Math.abs(value), 0);
/** No value between samples is further from zero than this times the largest sample around it. */
const GAIN = Math.max(sumOf(side), sumOf(middle));
/** Samples of a run that is checked at once. */
const RUN = 8;

/**
 * The largest value of a curve through the samples, at four times the rate (ITU-R BS.1770-4, annex 2). Runs of samples that
 * are too quiet to hold a new largest value are passed over.
 * @param samples `PEAK_HISTORY` samples that were given before, then the new ones
 * @param count the new ones
 * @param known the largest value so far
 * @returns the larger one of it and what was found, from 0 on; 1 is full scale
 */
export function truePeakOf(samples: Float32Array, count: number, known: number): number {
  let peak = known;
  for (let start = 0; start < count; start += RUN) {
    const end = Math.min(start + RUN, count);
    let loudest = 0;
    for (let index = start; index < end + PEAK_HISTORY; index++) {
      const value = Math.abs(samples[index]!);
      if (value > loudest) loudest = value;
    }
    if (loudest > peak) peak = loudest;
    if (loudest * GAIN <= peak) continue;
    for (let at = start; at < end; at++) {
      const a = samples[at]!;
      const b = samples[at + 1]!;
      const c = samples[at + 2]!;
      const d = samples[at + 3]!;
      const e = samples[at + 4]!;
      const f = samples[at + 5]!;
      const g = samples[at + 6]!;
      const h = samples[at + 7]!;
      const i = samples[at + 8]!;
      const j = samples[at + 9]!;
      const k = samples[at + 10]!;
      const l = samples[at + 11]!;
      const s0 = a + l;
      const s1 = b + k;
      const s2 = c + j;
      const s3 = d + i;
      const s4 = e + h;
      const s5 = f + g;
      const half = Math.abs(m0 * s0 + m1 * s1 + m2 * s2 + m3 * s3 + m4 * s4 + m5 * s5);
      const sum = e0 * s0 + e1 * s1 + e2 * s2 + e3 * s3 + e4 * s4 + e5 * s5;
      const difference = o0 * (a - l) + o1 * (b - k) + o2 * (c - j) + o3 * (d - i) + o4 * (e - h) + o5 * (f - g);
      const sides = Math.abs(sum) + Math.abs(difference);
      if (half > peak) peak = half;
      if (sides > peak) peak = sides;
    }
  }
  return peak;
}
