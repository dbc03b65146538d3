import { feed } from '#features/feed/contract/limits.ts';

/** The measured loudness of a sound (EBU R128); null where it was not measured. */
export interface Loudness {
  /** Integrated, LUFS. */
  readonly loudness: number | null;
  /** dBTP. */
  readonly truePeak: number | null;
}

/** True peak in dBTP that amplification stays under, so that nothing clips on the way to the ear (EBU R128). */
const ceilingDb = -1;
/** The most that a quiet recording is amplified, in dB: beyond that, its noise becomes audible. */
const mostRaisedDb = 12;

/**
 * Loudness normalization: decibels that bring a sound to a loudness. A quiet sound is raised only as far as its true peak allows.
 * @param target LUFS
 */
export function gainDb({ loudness, truePeak }: Loudness, target: number = feed.targetLufs): number {
  if (loudness === null || !Number.isFinite(loudness)) return 0;
  const wanted = target - loudness;
  if (wanted <= 0) return wanted;
  if (truePeak === null) return 0;
  return Math.max(0, Math.min(wanted, ceilingDb - truePeak, mostRaisedDb));
}

/** Decibels as an amplitude factor. */
export function factorOf(db: number): number {
  return 10 ** (db / 20);
}

/**
 * Decibels that make compared sounds equally loud. Where the true peak of one limits it, the others are lowered to its
 * loudness.
 */
export function matchedGainsDb(sounds: readonly Loudness[]): number[] {
  const reached = sounds.flatMap((sound) => (sound.loudness === null ? [] : [sound.loudness + gainDb(sound)]));
  const common = Math.min(feed.targetLufs, ...reached);
  return sounds.map((sound) => gainDb(sound, common));
}

/** The amplitude of a volume between 0 and 1, as the ear takes it: the middle of the slider is about half as loud. */
export function amplitudeOf(volume: number): number {
  return Math.min(1, Math.max(0, volume)) ** 2;
}
