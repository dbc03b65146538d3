/**
 * Heights between 0.12 and 1 in the shape of a recorded waveform. Deterministic, so that server and browser draw the
 * same.
 */
export function silhouette(bars: number, seed = 1): number[] {
  return Array.from({ length: bars }, (_, index) => {
    const at = index / bars;
    const phrase = 0.55 + 0.45 * Math.sin(at * Math.PI * 2 * (1.5 + (seed % 3)) + seed);
    const beat = 0.6 + 0.4 * Math.abs(Math.sin(index * 0.55 + seed * 1.7));
    const grain = 0.7 + 0.3 * Math.abs(Math.sin(index * 12.9898 + seed * 78.233));
    const edge = Math.min(1, (index + 1.5) / 6, (bars - index + 0.5) / 8);
    return Math.round(Math.max(0.12, phrase * beat * grain * edge) * 100) / 100;
  });
}

/** One SVG path of vertical strokes, `pitch` apart, in a box of the given height. */
export function barsPath(heights: readonly number[], pitch: number, height: number): string {
  const middle = height / 2;
  return heights
    .map((share, index) => {
      const half = Math.round(Math.max(0.5, (share * height) / 2) * 100) / 100;
      return `M${index * pitch + pitch / 2} ${middle - half}v${half * 2}`;
    })
    .join('');
}
