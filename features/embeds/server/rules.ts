import { waveDigits } from '#content/media/contract/limits.ts';

/** Bars of a small waveform. */
const BARS = 96;

/** Downsamples a file's waveform by the maximum of each bar, a digit from 0 to 9. @param wave see `waveOf` */
export function barsOf(wave: string | null): string {
  const heights = [...(wave ?? '')].map((digit) => waveDigits.indexOf(digit) / (waveDigits.length - 1));
  const bars = Math.min(BARS, heights.length);
  return Array.from({ length: bars }, (_, bar) => {
    const [from = 0, to = 0] = [bar, bar + 1].map((edge) => Math.floor((edge * heights.length) / bars));
    return Math.round(Math.max(...heights.slice(from, to)) * 9);
  }).join('');
}
