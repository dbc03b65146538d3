import { waveDigits } from '#content/media/contract/limits.ts';

/** Weights of peak and RMS in the height of a bar: with peaks alone a loud master becomes a solid block. */
const PEAK_PART = 0.35;
const RMS_PART = 1.1;

/**
 * The outline of a sound as lists carry it and pages draw it: a digit of `waveDigits` for each bar, the highest bar is the
 * last digit, except in sounds below -34 dBFS.
 * @param bars minima, maxima and root mean squares of buckets of equal length, one for each bar, a signed byte each, scaled
 *   to the loudest sample (`AudioResult.bars`)
 */
export function waveOf(bars: Uint8Array): string {
  const count = Math.floor(bars.length / 3);
  const values = new Int8Array(bars.buffer, bars.byteOffset, bars.length);
  const heights = Array.from({ length: count }, (_, bar) => {
    const peak = Math.max(Math.abs(values[bar]!), Math.abs(values[count + bar]!));
    return (peak * PEAK_PART + Math.max(0, values[2 * count + bar]!) * RMS_PART) / 127;
  });
  // A peak of 127 is at least so high: less is a sound below the scale.
  const highest = Math.max(PEAK_PART, ...heights);
  const top = waveDigits.length - 1;
  return heights.map((height) => waveDigits[Math.round((height / highest) * top)]).join('');
}

/** The peaks of a sound in an archive (a byte each, 255 is the loudest) as such an outline. */
export const waveOfPeaks = (peaks: Uint8Array): string =>
  Array.from(peaks, (peak) => waveDigits[Math.round((peak / 255) * (waveDigits.length - 1))]).join('');
