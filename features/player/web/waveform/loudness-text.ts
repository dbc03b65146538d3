/** A level with the minus sign of typography, one digit after the point: −14.0. */
const levelText = (value: number): string => value.toFixed(1).replace('-', '−');

/** Loudness as engineers write it: −14.0 LUFS. */
export const loudnessText = (lufs: number): string => `${levelText(lufs)} LUFS`;

/** A true peak as engineers write it: −0.3 dBTP. */
export const truePeakText = (dbtp: number): string => `${levelText(dbtp)} dBTP`;
