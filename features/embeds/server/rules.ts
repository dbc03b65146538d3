import { waveDigits } from '#content/media/contract/limits.ts';

/** Bars of a small waveform. */
const BARS = 96;

/** Downsamples a file's waveform by the maximum of each bar, a digit from 0 to 9. @param wave see `waveOf` */
export function barsOf(wave: string | null): string {
  const heights = [...(wave ?? '')].map((digit) => waveDigits.indexOf(digit) / (waveDigits.length - 1));
  const bars = Math.min(BARS, heights.length);
  return Array.from({ length: bars }, (_, bar) => {
    // What lies in part in the time of a bar is in it: bars are of equal length.
    const [from, to] = [(bar * heights.length) / bars, ((bar + 1) * heights.length) / bars];
    return Math.round(Math.max(...heights.slice(Math.floor(from), Math.ceil(to))) * 9);
  }).join('');
}
