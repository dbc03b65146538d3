import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two. At 11,025 a second: 86 frames a second. */
const FRAME_SIZE = 512;
const HOP = 128;
/** First bins of the bands, and the end of the last: kicks and basses, snares and chords, hats. */
const BAND_EDGES = [1, 8, 60, 256];
/** Tempos that are returned, in beats a minute. */
const MIN_BPM = 48;
const MAX_BPM = 215;
/** Shorter sounds have no tempo. */
const MIN_SECONDS = 1.6;
/** Mean share of flux in the spectrum's level; sustained sounds have less. */
const MIN_FLUX_SHARE = 0.03;
/** The fourth strongest onset against the loudest spectrum: of a hit that rings it is a hundredth, of a loop a tenth and more. */
const MIN_ONSET_SHARE = 0.035;
/** Autocorrelation of the onsets below which no tempo is returned. */
const MIN_REPEATS = 0.12;
/** Longest lag in seconds, and the part of the sound that it may be. */
const MAX_LAG_SECONDS = 12;
const MAX_LAG_SHARE = 0.8;
/** Stands for an autocorrelation at a lag that the sound is too short for. */
const UNKNOWN = 0.2;
/** Candidates that are returned, and how far apart they must be. */
const MAX_CANDIDATES = 3;
const APART = 0.012;
/** Metrical relations of candidates to the strongest periods. */
const RELATIONS = [1, 2, 1 / 2, 4, 1 / 4, 3, 1 / 3, 3 / 2, 2 / 3, 4 / 3, 3 / 4];
/** Parts and multiples of a beat at which onsets are compared. */
const MULTIPLES = [0.25, 0.5, 1, 2, 4];

/**
 * Weights of the features of a candidate (`featuresOf`), fitted by `npm run bench -- --loops --fit`: a conditional logit
 * model of which candidate is the tempo.
 */
const WEIGHTS: readonly number[] = [
  2.85, -2.34, 0.18, -0.46, 2.9, -0.57, 0.93, -0.11, -0.74, 1.89, -1.64, 1.03, -0.91, 3.48, -0.21, -1.8, 1.03, 0.68,
  0.34, 0.5, -3.62, 3.03, 0.3, -4.04, -0.2, -0.22, 1.18, 0.91, 0.46,
];

/** A tempo that a sound may have, and what speaks for it. */
export interface TempoCandidate {
  readonly bpm: number;
  readonly features: readonly number[];
}

/** Onset strength by frames: of each band, and of all together. */
interface Onsets {
  readonly bands: readonly Float32Array[];
  readonly all: Float32Array;
  readonly perSecond: number;
}

/**
 * Multi-band spectral flux: the half-wave rectified rise of the log magnitudes, less its moving average. Null for a sound
 * without onsets.
 */
function onsetsOf(samples: Float32Array, rate: number): Onsets | null {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  const spectrum = new Spectrum(FRAME_SIZE);
  const count = Math.max(0, Math.floor((samples.length - FRAME_SIZE) / HOP));
  const bands = BAND_EDGES.slice(1).map(() => new Float32Array(count));
  const all = new Float32Array(count);
  let [totalFlux, totalLevel, loudest] = [0, 0, 0];
  let previous = new Float32Array(FRAME_SIZE / 2);
  let current = new Float32Array(FRAME_SIZE / 2);
  for (let frame = 0; frame < count; frame++) {
    spectrum.magnitudes(samples, frame * HOP, current);
    let loudness = 0;
    for (const [band, onsets] of bands.entries()) {
      const [from, to] = [BAND_EDGES[band]!, BAND_EDGES[band + 1]!];
      let [sum, level] = [0, 0];
      for (let bin = from; bin < to; bin++) {
        current[bin] = Math.log1p((current[bin]! * 10) / peak);
        level += current[bin]!;
        const rise = current[bin]! - previous[bin]!;
        if (frame > 0 && rise > 0) sum += rise;
      }
      onsets[frame] = sum;
      totalFlux += sum;
      totalLevel += level;
      // A band of few bins counts as much as one of many.
      all[frame]! += sum / Math.sqrt(to - from);
      loudness += level / Math.sqrt(to - from);
    }
    loudest = Math.max(loudest, loudness);
    [previous, current] = [current, previous];
  }
  if (!(totalFlux >= totalLevel * MIN_FLUX_SHARE && totalFlux > 0)) return null;
  const perSecond = rate / HOP;
  const reach = Math.round(perSecond / 5);
  const strengths = withoutMovingAverage(all, reach);
  const [, , , fourth = 0] = strengths.filter((_, at) => isPeak(strengths, at)).toSorted((one, other) => other - one);
  if (fourth < loudest * MIN_ONSET_SHARE) return null;
  return { bands: bands.map((band) => withoutMovingAverage(band, reach)), all: strengths, perSecond };
}

const isPeak = (values: Float32Array, at: number): boolean =>
  values[at]! >= (values[at - 1] ?? 0) && values[at]! > (values[at + 1] ?? 0);

/** Subtracts the moving average over `reach` values on both sides; negative results become 0. */
function withoutMovingAverage(values: Float32Array, reach: number): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) sums[at + 1] = sums[at]! + value;
  return values.map((value, at) => {
    const [from, to] = [Math.max(0, at - reach), Math.min(values.length, at + reach + 1)];
    return Math.max(0, value - (sums[to]! - sums[from]!) / (to - from));
  });
}

/** Autocorrelation by lag, of as many pairs as there are at each: 1 at lag 0, about 0 where nothing repeats. */
function autocorrelation(onsets: Float32Array, maxLag: number): Float32Array {
  // Hits are not on a grid of frames.
  const values = onsets.map((value, at) => 0.25 * (onsets[at - 1] ?? 0) + 0.5 * value + 0.25 * (onsets[at + 1] ?? 0));
  const { length } = values;
  const result = new Float32Array(Math.max(0, Math.min(maxLag + 1, length)));
  const energy = values.reduce((sum, value) => sum + value * value, 0);
  if (energy === 0) return result;
  // What unrelated hits come to.
  const floor = values.reduce((sum, value) => sum + value, 0) ** 2 / length / energy;
  for (let lag = 0; lag < result.length; lag++) {
    let sum = 0;
    for (let at = 0; at + lag < length; at++) sum += values[at]! * values[at + lag]!;
    result[lag] = ((sum * length) / (energy * (length - lag)) - floor) / (1 - floor);
  }
  return result;
}

/** The highest value around a lag. @param reach as a part of the lag */
function around(values: Float32Array, lag: number, reach: number): number {
  let most = -1;
  const to = Math.min(values.length - 1, Math.ceil(lag * (1 + reach)));
  for (let at = Math.max(0, Math.floor(lag * (1 - reach))); at <= to; at++) most = Math.max(most, values[at]!);
  return most;
}

/** The lag of the peak within `reach` frames, between frames by parabolic interpolation; the lag itself where there is none. */
function peakAround(values: Float32Array, lag: number, reach: number): number {
  let at = Math.max(1, Math.floor(lag - reach));
  for (let other = at; other <= Math.ceil(lag + reach) && other + 1 < values.length; other++)
    if (values[other]! > values[at]!) at = other;
  const [left = 0, here = 0, right = 0] = [values[at - 1], values[at], values[at + 1]];
  const curve = left - 2 * here + right;
  return curve < 0 && here >= left && here >= right ? at + (0.5 * (left - right)) / curve : lag;
}

/** The periodicity of a sound's onsets. */
class Periodicity {
  readonly perSecond: number;
  readonly #all: Float32Array;
  readonly #bands: readonly Float32Array[];
  readonly #frames: number;
  readonly #onsetsPerMinute: number;

  constructor({ bands, all, perSecond }: Onsets) {
    const maxLag = Math.round(perSecond * MAX_LAG_SECONDS);
    this.perSecond = perSecond;
    this.#frames = all.length;
    this.#all = autocorrelation(all, maxLag);
    this.#bands = bands.map((band) => autocorrelation(band, Math.round(maxLag / 2)));
    const loud = (1.5 * all.reduce((sum, value) => sum + value, 0)) / all.length;
    const count = all.filter((value, at) => value > loud && isPeak(all, at)).length;
    this.#onsetsPerMinute = (count * perSecond * 60) / all.length;
  }

  #isKnown(lag: number): boolean {
    return lag < this.#frames * MAX_LAG_SHARE && lag < this.perSecond * MAX_LAG_SECONDS - 2;
  }

  #beat(bpm: number): number {
    return (60 / bpm) * this.perSecond;
  }

  /** How strongly beats of a tempo repeat, after one, two and four of them. */
  strength(bpm: number): number {
    const lags = [1, 2, 4].map((times) => times * this.#beat(bpm)).filter((lag) => this.#isKnown(lag));
    return lags.reduce((sum, lag) => sum + around(this.#all, lag, 0.003), 0) / Math.max(1, lags.length);
  }

  /** A tempo as it is by the longest lags, which are the most exact. */
  refined(bpm: number): number {
    let beat = this.#beat(bpm);
    for (let times = 1; times <= 16 && this.#isKnown(times * beat); times *= 2) {
      const lag = times * beat;
      const peak = peakAround(this.#all, lag, Math.max(2, lag * 0.006));
      if (Math.abs(peak / lag - 1) < APART) beat = peak / times;
    }
    return (60 * this.perSecond) / beat;
  }

  /** What tells beats from their halves and doubles: which bands repeat after which parts of them, and how many onsets there are. */
  featuresOf(bpm: number): number[] {
    const beat = this.#beat(bpm);
    const after = (values: Float32Array, times: number, reach: number): number =>
      this.#isKnown(times * beat) ? around(values, times * beat, reach) : UNKNOWN;
    const octave = Math.log2(bpm / 110);
    const density = Math.log2(Math.max(1, this.#onsetsPerMinute) / bpm / 2.5);
    return [
      ...[...this.#bands, this.#all].flatMap((values) => MULTIPLES.map((times) => after(values, times, 0.006))),
      after(this.#all, 1 / 3, 0.006),
      after(this.#all, 3, 0.004),
      octave,
      octave ** 2,
      density,
      density ** 2,
    ];
  }
}

/** A tempo by which the sound has a whole number of bars of four beats, if one is near; and how even that number is. */
function asLoop(bpm: number, seconds: number): { bpm: number; evenness: number[] } {
  const beats = (seconds * bpm) / 60;
  const whole = Math.round(beats);
  const isLoop = whole >= 4 && whole % 4 === 0 && Math.abs(beats - whole) < Math.min(0.3, whole * APART);
  const evenness = [4, 8, 16].map((bars) => (isLoop && whole % bars === 0 ? 1 : 0));
  return { bpm: isLoop ? (whole * 60) / seconds : bpm, evenness };
}

/**
 * Tempos that a sound may have: its strongest periods and those in metrical relations to them, none for a sound without a
 * beat.
 * @param seconds of the whole sound: loops are cut to whole bars
 */
export function tempoCandidates(samples: Float32Array, rate: number, seconds: number): TempoCandidate[] {
  if (samples.length / rate < MIN_SECONDS) return [];
  const onsets = onsetsOf(samples, rate);
  if (!onsets) return [];
  const periodicity = new Periodicity(onsets);
  const grid: { bpm: number; strength: number }[] = [];
  for (let bpm = 40; bpm <= 240; bpm *= 1.004) grid.push({ bpm, strength: periodicity.strength(bpm) });
  const peaks = grid
    .filter(({ strength }, at) => {
      const [before, after] = [grid[at - 1], grid[at + 1]];
      return before && after && strength >= before.strength && strength > after.strength;
    })
    .toSorted((one, other) => other.strength - one.strength)
    .slice(0, 3);
  if ((peaks[0]?.strength ?? 0) < MIN_REPEATS) return [];
  const candidates: TempoCandidate[] = [];
  for (const peak of peaks) {
    const strongest = periodicity.refined(peak.bpm);
    for (const relation of RELATIONS) {
      const { bpm, evenness } = asLoop(strongest * relation, seconds);
      if (bpm < MIN_BPM || bpm > MAX_BPM || candidates.some((one) => Math.abs(one.bpm / bpm - 1) < APART)) continue;
      candidates.push({ bpm, features: [...periodicity.featuresOf(bpm), ...evenness] });
    }
  }
  return candidates;
}

/** Tempos are whole numbers, as a rule; what is measured differs by less than a quarter of a percent. */
function rounded(bpm: number): number {
  const whole = Math.round(bpm);
  return Math.abs(bpm / whole - 1) < 0.0025 ? whole : Math.round(bpm * 10) / 10;
}

/**
 * Up to three tempos in beats a minute, likeliest first; none for a sound without a beat.
 * @param seconds of the whole sound
 */
export function temposOf(samples: Float32Array, rate: number, seconds: number): number[] {
  const score = ({ features }: TempoCandidate): number =>
    features.reduce((sum, feature, at) => sum + feature * WEIGHTS[at]!, 0);
  const scored = tempoCandidates(samples, rate, seconds).map((one) => ({ bpm: one.bpm, score: score(one) }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ bpm }) => rounded(bpm));
}
