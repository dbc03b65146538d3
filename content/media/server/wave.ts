import { media, waveDigits } from '#content/media/contract/limits.ts';

/** Weights of peak and RMS in the height of a bar: with peaks alone a loud master becomes a solid block. */
const PEAK_PART = 0.35;
const RMS_PART = 1.1;
/** Below this a sound is drawn as silence. */
const QUIETEST = 0.02;

/**
 * The outline of a sound as lists carry it and pages draw it: a digit of `waveDigits` for each bar, the highest bar is the
 * last digit.
 * @param overview minima, maxima and root mean squares of buckets of equal length, a signed byte each, as the analysis of
 *   a sound draws them
 * @returns at most `media.waveBars` digits, as many as there are buckets where those are fewer; empty without any
 */
export function waveOf(overview: Uint8Array): string {
  const buckets = Math.floor(overview.length / 3);
  const values = new Int8Array(overview.buffer, overview.byteOffset, overview.length);
  const bars = Math.min(media.waveBars, buckets);
  const heights = Array.from({ length: bars }, (_, bar) => {
    const first = Math.floor((bar * buckets) / bars);
    const end = Math.floor(((bar + 1) * buckets) / bars);
    let peak = 0;
    let square = 0;
    for (let at = first; at < end; at++) {
      peak = Math.max(peak, Math.abs(values[at]!), Math.abs(values[buckets + at]!));
      square += Math.max(0, values[2 * buckets + at]!) ** 2;
    }
    return (peak * PEAK_PART + Math.sqrt(square / (end - first)) * RMS_PART) / 127;
  });
  const highest = Math.max(QUIETEST, ...heights);
  const top = waveDigits.length - 1;
  return heights.map((height) => waveDigits[Math.round((height / highest) * top)]).join('');
}
