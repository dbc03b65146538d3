/** Bars of a waveform. */
const BARS = 96;

/** A waveform as digits: how loud each part is, from the root mean squares of its overview. */
export function barsOf(overview: Uint8Array | null): string {
  const buckets = overview === null ? 0 : Math.floor(overview.length / 3);
  if (overview === null || buckets === 0) return '';
  const rms = new Int8Array(overview.buffer, overview.byteOffset + 2 * buckets, buckets);
  const heights = Array.from({ length: Math.min(BARS, buckets) }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((edge) => Math.floor((edge * buckets) / Math.min(BARS, buckets)));
    return Math.max(...rms.subarray(from, Math.max(from! + 1, to!)));
  });
  const loudest = Math.max(1, ...heights);
  return heights.map((height) => Math.min(9, Math.max(0, Math.round((height / loudest) * 9)))).join('');
}
