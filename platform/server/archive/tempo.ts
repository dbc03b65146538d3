import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two. At 11,025 a second: 86 frames a second. */
const SIZE = 512;
const HOP = 128;
/** Beats a minute that a tempo may have, and the one that is most likely. */
const SLOWEST = 60;
const FASTEST = 200;
const LIKELY = 118;
/** Seconds below which nothing has a tempo. */
const SHORTEST = 1.6;
/** How much of the onsets must come again after a beat. */
const CERTAIN = 0.13;
/** Whole numbers of beats that loops are cut to, and how near the found tempo must be to one of them. */
const LOOP_BEATS = [4, 8, 12, 16, 24, 32, 48, 64, 128];
const NEAR = 0.025;

/** Part of a frame's loudness that begins in it, on average; what only sounds on has less. */
const BEGINNING = 0.03;

/**
 * How much begins in each frame: what is louder than just before, in logarithm, over all frequencies. Null where hardly
 * anything begins.
 */
function onsets(samples: Float32Array): Float32Array | null {
  const spectrum = new Spectrum(SIZE);
  const count = Math.max(0, Math.floor((samples.length - SIZE) / HOP));
  const found = new Float32Array(count);
  let begun = 0;
  let loud = 0;
  let before = new Float32Array(SIZE / 2);
  let now = new Float32Array(SIZE / 2);
  for (let frame = 0; frame < count; frame++) {
    spectrum.magnitudes(samples, frame * HOP, now);
    let sum = 0;
    for (let bin = 0; bin < now.length; bin++) {
      now[bin] = Math.log1p(now[bin]! * 20);
      loud += now[bin]!;
      const rise = now[bin]! - before[bin]!;
      if (frame > 0 && rise > 0) sum += rise;
    }
    found[frame] = sum;
    begun += sum;
    [before, now] = [now, before];
  }
  return begun < loud * BEGINNING ? null : found;
}

/** Takes away what is there all the time: the mean of about a quarter of a second around. */
function sharpened(values: Float32Array, reach: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = sums[at]! + value;
  return values.map((value, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(values.length, at + reach + 1)];
    return Math.max(0, value - (sums[to]! - sums[from]!) / (to - from));
  });
}

/** How much of a series comes again after so many steps, 0 to 1; steps may be parts. */
function againAfter(values: Float32Array, lag: number): number {
  const whole = Math.floor(lag);
  const part = lag - whole;
  let sum = 0;
  for (let at = 0; at + whole + 1 < values.length; at++)
    sum += values[at]! * (values[at + whole]! * (1 - part) + values[at + whole + 1]! * part);
  return sum;
}

/**
 * Beats a minute of a sound, from how its onsets come again; null for what has no beat.
 * @param seconds of the whole sound: loops are cut to whole numbers of beats
 */
export function tempoOf(samples: Float32Array, rate: number, seconds: number): number | null {
  if (samples.length / rate < SHORTEST) return null;
  const perSecond = rate / HOP;
  const found = onsets(samples);
  if (!found) return null;
  const onset = sharpened(found, Math.round(perSecond / 8));
  const energy = againAfter(onset, 0);
  if (energy <= 0) return null;
  const score = (bpm: number): number => {
    const lag = (60 / bpm) * perSecond;
    // A beat comes again after two and four beats, too; halves say whether it is the beat or a part of it.
    const repeats = againAfter(onset, lag) + 0.6 * againAfter(onset, lag * 2) + 0.5 * againAfter(onset, lag * 4);
    return (repeats / energy) * Math.exp(-0.5 * (Math.log2(bpm / LIKELY) / 0.75) ** 2);
  };
  let best = { bpm: 0, score: 0 };
  for (let bpm = SLOWEST; bpm <= FASTEST; bpm += 0.5) {
    const value = score(bpm);
    if (value > best.score) best = { bpm, score: value };
  }
  if (best.score < CERTAIN) return null;
  const loop = LOOP_BEATS.map((beats) => (beats * 60) / seconds)
    .filter((bpm) => Math.abs(bpm / best.bpm - 1) < NEAR)
    .toSorted((one, other) => Math.abs(one - best.bpm) - Math.abs(other - best.bpm))[0];
  return Math.round((loop ?? best.bpm) * 10) / 10;
}
