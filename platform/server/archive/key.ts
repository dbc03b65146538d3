import { tonics } from '#platform/contract/music-limits.ts';
import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two: at 11,025 a second a bin is 1.35 Hz wide. */
const FRAME_SIZE = 8192;
const HOP = 4096;
/** Hertz of the notes that count: C1 to C7. */
const MIN_HERTZ = 32;
const MAX_HERTZ = 2100;
/** Frames of a sound that are analysed, spread over it. */
const MAX_FRAMES = 48;
/** Key profiles of major and minor (Krumhansl and Kessler 1982). */
const MAJOR_PROFILE = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR_PROFILE = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];
/** Correlation below which no key is returned. */
const MIN_CORRELATION = 0.55;
/** Share of the energy that must be tonal, and not noise. */
const MIN_TONAL_SHARE = 0.3;
/** Share of one note above which the sound is that note and has no key. */
const SINGLE_NOTE_SHARE = 0.62;

/** Chromagram, summed over frames: the pitch-class profile of the spectral peaks, and their share of all energy. */
function chromagram(samples: Float32Array, rate: number): { notes: Float64Array; tonal: number } {
  const spectrum = new Spectrum(FRAME_SIZE);
  const magnitudes = new Float32Array(FRAME_SIZE / 2);
  const notes = new Float64Array(12);
  const frames = Math.max(1, Math.ceil((samples.length - FRAME_SIZE / 2) / HOP));
  const every = Math.max(1, Math.ceil(frames / MAX_FRAMES));
  const from = Math.max(2, Math.floor((MIN_HERTZ * FRAME_SIZE) / rate));
  const to = Math.min(FRAME_SIZE / 2 - 2, Math.ceil((MAX_HERTZ * FRAME_SIZE) / rate));
  let peaks = 0;
  let all = 0;
  for (let frame = 0; frame < frames; frame += every) {
    spectrum.magnitudes(samples, frame * HOP, magnitudes);
    for (let bin = from; bin < magnitudes.length; bin++) all += magnitudes[bin]! ** 2;
    for (let bin = from; bin <= to; bin++) {
      const [left, here, right] = [magnitudes[bin - 1]!, magnitudes[bin]!, magnitudes[bin + 1]!];
      if (here <= left || here < right || here <= magnitudes[bin - 2]! || here < magnitudes[bin + 2]!) continue;
      // Parabolic interpolation of the peak between bins.
      const [a, b, c] = [Math.log(left + 1e-9), Math.log(here + 1e-9), Math.log(right + 1e-9)];
      const offset = a - 2 * b + c === 0 ? 0 : (0.5 * (a - c)) / (a - 2 * b + c);
      const note = 69 + 12 * Math.log2(((bin + offset) * rate) / FRAME_SIZE / 440);
      const near = Math.round(note);
      const energy = left ** 2 + here ** 2 + right ** 2;
      // Peaks between two notes count little: noise is full of them.
      const fit = Math.max(0, 1 - 2 * Math.abs(note - near));
      notes[((near % 12) + 12) % 12]! += Math.sqrt(energy) * fit;
      peaks += energy * fit;
    }
  }
  return { notes, tonal: all === 0 ? 0 : peaks / all };
}

/** Pearson correlation. */
function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(left), mean(right)];
  const sum = (of: (at: number) => number): number => left.reduce((all, _, at) => all + of(at), 0);
  const covariance = sum((at) => (left[at]! - a) * (right[at]! - b));
  const deviations = Math.sqrt(sum((at) => (left[at]! - a) ** 2) * sum((at) => (right[at]! - b) ** 2));
  return deviations === 0 ? 0 : covariance / deviations;
}

/**
 * Key of a sound by the Krumhansl-Schmuckler algorithm: `C`, `Cm`, or the name of its one note; null for noise and drums
 * without a pitch.
 */
export function keyOf(samples: Float32Array, rate: number): string | null {
  if (samples.length < rate * 0.12) return null;
  const { notes, tonal } = chromagram(samples, rate);
  const total = notes.reduce((sum, value) => sum + value, 0);
  if (tonal < MIN_TONAL_SHARE || total === 0) return null;
  const loudest = notes.indexOf(Math.max(...notes));
  if (notes[loudest]! / total > SINGLE_NOTE_SHARE) return tonics[loudest]!;
  let best = { key: '', fit: MIN_CORRELATION };
  for (const [tonic, name] of tonics.entries()) {
    const rotated = Array.from({ length: 12 }, (_, step) => notes[(tonic + step) % 12]!);
    const [major, minor] = [correlation(rotated, MAJOR_PROFILE), correlation(rotated, MINOR_PROFILE)];
    if (major > best.fit) best = { key: name, fit: major };
    if (minor > best.fit) best = { key: `${name}m`, fit: minor };
  }
  return best.key === '' ? null : best.key;
}
