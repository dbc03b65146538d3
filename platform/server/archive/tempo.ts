import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two. At 11,025 a second: 86 frames a second. */
const FRAME_SIZE = 512;
const HOP = 128;
/** Bounds of a tempo in beats a minute, and the centre of the tempo prior. */
const MIN_BPM = 60;
const MAX_BPM = 200;
const LIKELIEST_BPM = 118;
/** Shorter sounds have no tempo. */
const MIN_SECONDS = 1.6;
/** Score below which no tempo is returned. */
const MIN_SCORE = 0.13;
/** Whole numbers of beats that loops are cut to, and how near the found tempo must be to one of them. */
const LOOP_BEATS = [4, 8, 12, 16, 24, 32, 48, 64, 128];
const LOOP_TOLERANCE = 0.025;

/** Mean share of flux in the spectrum's level; sustained sounds have less. */
const MIN_FLUX_SHARE = 0.03;

/**
 * Spectral flux, the onset strength of each frame: the half-wave rectified rise of the log magnitudes, over all bins.
 * Null for a sound without onsets.
 */
function spectralFlux(samples: Float32Array): Float32Array | null {
  const spectrum = new Spectrum(FRAME_SIZE);
  const count = Math.max(0, Math.floor((samples.length - FRAME_SIZE) / HOP));
  const flux = new Float32Array(count);
  let totalFlux = 0;
  let totalLevel = 0;
  let previous = new Float32Array(FRAME_SIZE / 2);
  let current = new Float32Array(FRAME_SIZE / 2);
  for (let frame = 0; frame < count; frame++) {
    spectrum.magnitudes(samples, frame * HOP, current);
    let sum = 0;
    for (let bin = 0; bin < current.length; bin++) {
      current[bin] = Math.log1p(current[bin]! * 20);
      totalLevel += current[bin]!;
      const rise = current[bin]! - previous[bin]!;
      if (frame > 0 && rise > 0) sum += rise;
    }
    flux[frame] = sum;
    totalFlux += sum;
    [previous, current] = [current, previous];
  }
  return totalFlux < totalLevel * MIN_FLUX_SHARE ? null : flux;
}

/** Subtracts the moving average over `reach` values on both sides; negative results become 0. */
function withoutMovingAverage(values: Float32Array, reach: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = sums[at]! + value;
  return values.map((value, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(values.length, at + reach + 1)];
    return Math.max(0, value - (sums[to]! - sums[from]!) / (to - from));
  });
}

/** Autocorrelation of a series at a lag, which may be fractional: values are interpolated. */
function autocorrelation(values: Float32Array, lag: number): number {
  const wholeLag = Math.floor(lag);
  const fraction = lag - wholeLag;
  let sum = 0;
  for (let at = 0; at + wholeLag + 1 < values.length; at++)
    sum += values[at]! * (values[at + wholeLag]! * (1 - fraction) + values[at + wholeLag + 1]! * fraction);
  return sum;
}

/**
 * Tempo in beats a minute, by onset autocorrelation under a log-normal tempo prior; null for a sound without a beat.
 * @param seconds of the whole sound: loops are cut to whole numbers of beats
 */
export function tempoOf(samples: Float32Array, rate: number, seconds: number): number | null {
  if (samples.length / rate < MIN_SECONDS) return null;
  const perSecond = rate / HOP;
  const flux = spectralFlux(samples);
  if (!flux) return null;
  const onsets = withoutMovingAverage(flux, Math.round(perSecond / 8));
  const energy = autocorrelation(onsets, 0);
  if (energy <= 0) return null;
  const score = (bpm: number): number => {
    const lag = (60 / bpm) * perSecond;
    // A true beat also repeats after two and four beats, which separates it from its subdivisions.
    const repeats =
      autocorrelation(onsets, lag) + 0.6 * autocorrelation(onsets, lag * 2) + 0.5 * autocorrelation(onsets, lag * 4);
    return (repeats / energy) * Math.exp(-0.5 * (Math.log2(bpm / LIKELIEST_BPM) / 0.75) ** 2);
  };
  let best = { bpm: 0, score: 0 };
  for (let bpm = MIN_BPM; bpm <= MAX_BPM; bpm += 0.5) {
    const value = score(bpm);
    if (value > best.score) best = { bpm, score: value };
  }
  if (best.score < MIN_SCORE) return null;
  const loop = LOOP_BEATS.map((beats) => (beats * 60) / seconds)
    .filter((bpm) => Math.abs(bpm / best.bpm - 1) < LOOP_TOLERANCE)
    .toSorted((first, second) => Math.abs(first - best.bpm) - Math.abs(second - best.bpm))[0];
  return Math.round((loop ?? best.bpm) * 10) / 10;
}
