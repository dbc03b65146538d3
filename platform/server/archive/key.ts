import { tonics } from '#platform/contract/music-limits.ts';
import { Spectrum } from './dsp.ts';

/** Samples of one frame, and between the beginnings of two: at 11,025 a second a bin is 1.35 Hz wide. */
const SIZE = 8192;
const HOP = 4096;
/** Hertz of the notes that count: C1 to C7. */
const LOWEST = 32;
const HIGHEST = 2100;
/** Frames of a sound that are analysed, spread over it. */
const FRAMES = 48;
/** How much a major and a minor key's notes are heard in it (Krumhansl and Kessler 1982). */
const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];
/** Correlation below which no key is said. */
const CERTAIN = 0.55;
/** Part of the loudness that must be in tones, and not in noise. */
const TONAL = 0.3;
/** Part of the tones on one note, from which on it is that note and no key. */
const SINGLE = 0.62;

/** Energy of the twelve notes, from the peaks of the spectrum; and which part of all energy the peaks have. */
function chroma(samples: Float32Array, rate: number): { notes: Float64Array; tonal: number } {
  const spectrum = new Spectrum(SIZE);
  const magnitudes = new Float32Array(SIZE / 2);
  const notes = new Float64Array(12);
  const frames = Math.max(1, Math.ceil((samples.length - SIZE / 2) / HOP));
  const every = Math.max(1, Math.ceil(frames / FRAMES));
  const from = Math.max(2, Math.floor((LOWEST * SIZE) / rate));
  const to = Math.min(SIZE / 2 - 2, Math.ceil((HIGHEST * SIZE) / rate));
  let peaks = 0;
  let all = 0;
  for (let frame = 0; frame < frames; frame += every) {
    spectrum.magnitudes(samples, frame * HOP, magnitudes);
    for (let bin = from; bin < magnitudes.length; bin++) all += magnitudes[bin]! ** 2;
    for (let bin = from; bin <= to; bin++) {
      const [left, here, right] = [magnitudes[bin - 1]!, magnitudes[bin]!, magnitudes[bin + 1]!];
      if (here <= left || here < right || here <= magnitudes[bin - 2]! || here < magnitudes[bin + 2]!) continue;
      // Between bins: the top of the parabola through the three.
      const [a, b, c] = [Math.log(left + 1e-9), Math.log(here + 1e-9), Math.log(right + 1e-9)];
      const offset = a - 2 * b + c === 0 ? 0 : (0.5 * (a - c)) / (a - 2 * b + c);
      const note = 69 + 12 * Math.log2(((bin + offset) * rate) / SIZE / 440);
      const near = Math.round(note);
      const energy = left ** 2 + here ** 2 + right ** 2;
      // A peak between two notes says little; noise is full of them.
      const fit = Math.max(0, 1 - 2 * Math.abs(note - near));
      notes[((near % 12) + 12) % 12]! += Math.sqrt(energy) * fit;
      peaks += energy * fit;
    }
  }
  return { notes, tonal: all === 0 ? 0 : peaks / all };
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(one), mean(other)];
  const sum = (of: (at: number) => number): number => one.reduce((all, _, at) => all + of(at), 0);
  const together = sum((at) => (one[at]! - a) * (other[at]! - b));
  const apart = Math.sqrt(sum((at) => (one[at]! - a) ** 2) * sum((at) => (other[at]! - b) ** 2));
  return apart === 0 ? 0 : together / apart;
}

/** Key of a sound: `C`, `Cm`, or the name of its one note; null for noise and drums without a pitch. */
export function keyOf(samples: Float32Array, rate: number): string | null {
  if (samples.length < rate * 0.12) return null;
  const { notes, tonal } = chroma(samples, rate);
  const total = notes.reduce((sum, value) => sum + value, 0);
  if (tonal < TONAL || total === 0) return null;
  const loudest = notes.indexOf(Math.max(...notes));
  if (notes[loudest]! / total > SINGLE) return tonics[loudest]!;
  let best = { key: '', fit: CERTAIN };
  for (const [tonic, name] of tonics.entries()) {
    const turned = Array.from({ length: 12 }, (_, step) => notes[(tonic + step) % 12]!);
    const [major, minor] = [correlation(turned, MAJOR), correlation(turned, MINOR)];
    if (major > best.fit) best = { key: name, fit: major };
    if (minor > best.fit) best = { key: `${name}m`, fit: minor };
  }
  return best.key === '' ? null : best.key;
}
