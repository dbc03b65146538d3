/** Loudness as engineers write it: −14.0 LUFS. */
export function loudnessText(lufs: number): string {
  return `${lufs.toFixed(1).replace('-', '−')} LUFS`;
}
