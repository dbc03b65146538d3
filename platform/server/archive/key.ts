import { tonics } from '#platform/contract/music-limits.ts';
import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two: at 11,025 a second a bin is 2.7 Hz wide. */
const FRAME_SIZE = 4096;
const HOP = 2048;
/** Hertz of the notes that count. */
const MIN_HERTZ = 32;
const MAX_HERTZ = 2500;
/** MIDI numbers between which the lowest note of a frame is its bass, and how loud it must be against the loudest there. */
const BASS = { from: 26, to: 55, share: 0.3 } as const;
/** Frames of a sound that are analysed, spread over it. */
const MAX_FRAMES = 160;
/** Harmonics that a peak may be, and how much less each further one counts. */
const HARMONICS = 4;
const HARMONIC_DECAY = 0.5;
/** Share of the frames at the beginning and at the end in which the tonic is more likely. */
const EDGE_SHARE = 1 / 8;
/** How decidedly a frame is one chord: the factor of the softmax of chord scores. */
const CHORD_SHARPNESS = 25;
/** Correlation with every profile below which no key is returned. */
const MIN_CORRELATION = 0.55;
/** Share of the energy that must be tonal, and not noise: of a single hit more, because skins of drums have a pitch too. */
const MIN_TONAL_SHARE = { hit: 0.5, longer: 0.34 } as const;
const HIT_SECONDS = 1.5;
/** Share of one note above which the sound is that note and has no key. */
const SINGLE_NOTE_SHARE = 0.62;
const MAX_CANDIDATES = 3;

/** Key profiles, major and minor: Krumhansl and Kessler 1982, Temperley 1999, Sha'ath 2011, Faraldo 2016 (EDMA). */
const PROFILES: readonly (readonly [readonly number[], readonly number[]])[] = [
  [
    [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
    [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
  ],
  [
    [5, 2, 3.5, 2, 4.5, 4, 2, 4.5, 2, 3.5, 1.5, 4],
    [5, 2, 3.5, 4.5, 2, 4, 2, 4.5, 3.5, 2, 1.5, 4],
  ],
  [
    [6.6, 2, 3.5, 2.3, 4.6, 4, 2.5, 5.2, 2.4, 3.7, 2.3, 3.4],
    [6.5, 2.7, 3.5, 5.4, 2.6, 3.5, 2.5, 5.2, 4, 2.7, 4.3, 3.2],
  ],
  [
    [16.5, 4.75, 8.29, 6.69, 9.99, 9.27, 5.29, 13.16, 5.22, 7.44, 6.94, 6.43],
    [17.24, 5.34, 7.61, 10.04, 5.62, 8.53, 4.98, 13.45, 7.46, 5, 9.19, 5.55],
  ],
];

/** Weights of the features of a key (`featuresOf`), fitted as those of tempos are. */
const WEIGHTS: readonly number[] = [
  1.43, 2.09, 1.54, 0.78, 4.13, 5.48, -2.17, 4.33, 2.37, -9.38, 0.62, -0.44, 9.3, 10.12, 3.51, -0.43, 2.43, -1.74,
  -0.14, 12.06, 4.21, -9.53,
];

/** A spectral peak. */
interface Peak {
  /** MIDI number, between notes too. */
  readonly note: number;
  readonly magnitude: number;
  /** With the bins beside it. */
  readonly energy: number;
}

/** A key that a sound may have, and what speaks for it. */
export interface KeyCandidate {
  /** `C`, `Cm`. */
  readonly key: string;
  readonly features: readonly number[];
}

const pitchClass = (note: number): number => ((note % 12) + 12) % 12;
const zeros = (length: number): number[] => Array.from({ length }, () => 0);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
/** As shares of their sum. */
const shares = (values: readonly number[]): number[] => {
  const sum = sumOf(values) || 1;
  return values.map((value) => value / sum);
};

/** The spectral peaks of each frame, by parabolic interpolation between bins, and the energy of all bins from the lowest note on. */
function peaksOf(samples: Float32Array, rate: number): { frames: Peak[][]; energy: number } {
  const spectrum = new Spectrum(FRAME_SIZE);
  const magnitudes = new Float32Array(FRAME_SIZE / 2);
  const count = Math.max(1, Math.ceil((samples.length - FRAME_SIZE / 2) / HOP));
  const every = Math.max(1, Math.ceil(count / MAX_FRAMES));
  const from = Math.max(2, Math.floor((MIN_HERTZ * FRAME_SIZE) / rate));
  const to = Math.min(FRAME_SIZE / 2 - 3, Math.ceil((MAX_HERTZ * FRAME_SIZE) / rate));
  const frames: Peak[][] = [];
  let energy = 0;
  for (let frame = 0; frame < count; frame += every) {
    spectrum.magnitudes(samples, frame * HOP, magnitudes);
    for (let bin = from; bin < magnitudes.length; bin++) energy += magnitudes[bin]! ** 2;
    const peaks: Peak[] = [];
    for (let bin = from; bin <= to; bin++) {
      const [left, here, right] = [magnitudes[bin - 1]!, magnitudes[bin]!, magnitudes[bin + 1]!];
      if (here <= left || here < right || here <= magnitudes[bin - 2]! || here < magnitudes[bin + 2]!) continue;
      const [a, b, c] = [Math.log(left + 1e-9), Math.log(here + 1e-9), Math.log(right + 1e-9)];
      const offset = a - 2 * b + c === 0 ? 0 : (0.5 * (a - c)) / (a - 2 * b + c);
      const note = 69 + 12 * Math.log2(((bin + offset) * rate) / FRAME_SIZE / 440);
      peaks.push({ note, magnitude: here, energy: left ** 2 + here ** 2 + right ** 2 });
    }
    frames.push(peaks);
  }
  return { frames, energy };
}

/** By how many half tones a sound is above 440 Hz, -0.5 to 0.5: the circular mean of its peaks. */
function tuningOf(frames: readonly Peak[][]): number {
  let [x, y] = [0, 0];
  for (const { note, magnitude } of frames.flat()) {
    if (note < 45) continue;
    x += magnitude * Math.cos(2 * Math.PI * note);
    y += magnitude * Math.sin(2 * Math.PI * note);
  }
  return Math.atan2(y, x) / (2 * Math.PI);
}

/** Adds to a chromagram. Between two notes it counts little: noise is full of such peaks. @returns how much it counts */
function addNote(chroma: number[], note: number, amount: number): number {
  const near = Math.round(note);
  const fit = Math.max(0, 1 - 2 * Math.abs(note - near));
  chroma[pitchClass(near)]! += amount * fit;
  return fit;
}

/** Chromagrams and chords of a sound, summed over frames. Chords: by pitch class, major and minor in turns. */
interface Harmony {
  readonly plain: number[];
  /** Of fundamentals: peaks count for the notes that they are harmonics of. */
  readonly fundamental: number[];
  readonly level: number[];
  readonly bass: number[];
  readonly firstBass: number[];
  readonly first: number[];
  readonly last: number[];
  readonly chords: number[];
  readonly firstChords: number[];
  readonly lastChords: number[];
  /** Part of the energy that is in notes. */
  readonly tonal: number;
}

/** The 24 triads in one frame, as probabilities. */
function chordsIn(fundamental: readonly number[], bass: readonly number[]): number[] {
  const values = fundamental.map((value) => Math.sqrt(value));
  const size = Math.hypot(...values) * Math.sqrt(3) || 1;
  const scores = values.flatMap((value, tonic) =>
    [4, 3].map((third) => {
      const triad = value + values[(tonic + third) % 12]! + values[(tonic + 7) % 12]!;
      return triad / size + (bass[tonic]! > 0 ? 0.1 : 0);
    }),
  );
  const most = Math.max(...scores);
  return shares(scores.map((score) => Math.exp((score - most) * CHORD_SHARPNESS)));
}

function harmonyOf(samples: Float32Array, rate: number): Harmony {
  const { frames, energy } = peaksOf(samples, rate);
  const tuning = tuningOf(frames);
  const [plain, fundamental, level, bass] = [zeros(12), zeros(12), zeros(12), zeros(12)];
  const [firstBass, first, last] = [zeros(12), zeros(12), zeros(12)];
  const [chords, firstChords, lastChords] = [zeros(24), zeros(24), zeros(24)];
  let tonal = 0;
  const add = (into: number[], values: readonly number[], times: number): void => {
    for (const [at, value] of values.entries()) into[at]! += value * times;
  };
  for (const [index, peaks] of frames.entries()) {
    const [notes, roots, lowest] = [zeros(12), zeros(12), zeros(12)];
    const lows = peaks.filter(({ note }) => note > BASS.from && note < BASS.to);
    const loudestLow = lows.reduce((most, { magnitude }) => Math.max(most, magnitude), 0);
    const low = lows.find(({ magnitude }) => magnitude > loudestLow * BASS.share);
    if (low) lowest[pitchClass(Math.round(low.note - tuning))] = low.magnitude;
    for (const peak of peaks) {
      const note = peak.note - tuning;
      tonal += peak.energy * addNote(notes, note, Math.sqrt(peak.energy));
      for (let harmonic = 1; harmonic <= HARMONICS; harmonic++)
        addNote(roots, note - 12 * Math.log2(harmonic), Math.sqrt(peak.energy) * HARMONIC_DECAY ** (harmonic - 1));
    }
    // Loud frames count more, but not as much more as they are louder.
    const loudness = Math.sqrt(sumOf(notes));
    if (loudness === 0) continue;
    const chord = chordsIn(roots, lowest);
    add(plain, notes, 1);
    add(level, notes, 1 / loudness);
    add(fundamental, roots, 1 / loudness);
    add(bass, lowest, 1);
    add(chords, chord, loudness);
    if (index < Math.max(1, frames.length * EDGE_SHARE)) {
      add(first, notes, 1);
      add(firstBass, lowest, 1);
      add(firstChords, chord, loudness);
    }
    if (index >= frames.length * (1 - EDGE_SHARE) - 1) {
      add(last, notes, 1);
      add(lastChords, chord, loudness);
    }
  }
  return {
    plain,
    fundamental,
    level: shares(level),
    bass: shares(bass),
    firstBass: shares(firstBass),
    first: shares(first),
    last: shares(last),
    chords: shares(chords),
    firstChords: shares(firstChords),
    lastChords: shares(lastChords),
    tonal: energy === 0 ? 0 : tonal / energy,
  };
}

/** Pearson correlation. */
function correlation(left: readonly number[], right: readonly number[]): number {
  const [a, b] = [sumOf(left) / left.length, sumOf(right) / right.length];
  const sum = (of: (at: number) => number): number => left.reduce((all, _, at) => all + of(at), 0);
  const covariance = sum((at) => (left[at]! - a) * (right[at]! - b));
  const deviations = Math.sqrt(sum((at) => (left[at]! - a) ** 2) * sum((at) => (right[at]! - b) ** 2));
  return deviations === 0 ? 0 : covariance / deviations;
}

/** What speaks for a key: its profiles, its tonic in the bass, at the beginning and at the end, and its chords. */
function featuresOf(harmony: Harmony, tonic: number, mode: 0 | 1): number[] {
  const { fundamental, level, bass, firstBass, first, last, chords, firstChords, lastChords } = harmony;
  const turned = (values: readonly number[]): number[] => values.map((_, step) => values[(tonic + step) % 12]!);
  const degree = (values: readonly number[], steps: number): number => values[(tonic + steps) % 12]!;
  const chord = (of: readonly number[], steps: number, isMinor: number): number =>
    of[((tonic + steps) % 12) * 2 + isMinor]!;
  const [third, other] = mode === 1 ? [3, 4] : [4, 3];
  return [
    ...PROFILES.map((profile) => correlation(turned(fundamental), profile[mode])),
    degree(bass, 0),
    degree(bass, 5),
    degree(firstBass, 0),
    degree(first, 0),
    degree(last, 0),
    degree(level, 0),
    degree(level, third) - degree(level, other),
    mode,
    degree(level, mode === 1 ? 10 : 11),
    chord(chords, 0, mode),
    chord(firstChords, 0, mode),
    chord(lastChords, 0, mode),
    chord(chords, 7, 0),
    chord(chords, 5, mode),
    chord(chords, 10, 0),
    chord(chords, 8, 0),
    chord(chords, 9, 1),
    chord(chords, 0, 1 - mode),
  ];
}

/** Keys that a sound may have; the name of its one note alone; none for noise and drums without a pitch. */
export function keyCandidates(samples: Float32Array, rate: number): KeyCandidate[] {
  if (samples.length < rate * 0.12) return [];
  const harmony = harmonyOf(samples, rate);
  const notes = shares(harmony.plain);
  const needed = samples.length < rate * HIT_SECONDS ? MIN_TONAL_SHARE.hit : MIN_TONAL_SHARE.longer;
  if (harmony.tonal < needed || sumOf(notes) === 0) return [];
  const loudest = notes.indexOf(Math.max(...notes));
  if (notes[loudest]! > SINGLE_NOTE_SHARE) return [{ key: tonics[loudest]!, features: [] }];
  return tonics.flatMap((name, tonic) =>
    ([0, 1] as const).map((mode) => ({
      key: mode === 1 ? `${name}m` : name,
      features: featuresOf(harmony, tonic, mode),
    })),
  );
}

/** Up to three keys, likeliest first: `C`, `Cm`, or the name of the one note; none for noise and drums without a pitch. */
export function keysOf(samples: Float32Array, rate: number): string[] {
  const candidates = keyCandidates(samples, rate);
  // Their first features are the correlations; a single note has none.
  const fits = candidates.flatMap(({ features }) => features.slice(0, PROFILES.length));
  if (candidates.length > 1 && Math.max(...fits) < MIN_CORRELATION) return [];
  const score = ({ features }: KeyCandidate): number =>
    features.reduce((sum, feature, at) => sum + feature * WEIGHTS[at]!, 0);
  return candidates
    .map((one) => ({ key: one.key, score: score(one) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ key }) => key);
}
