import { feed } from '#features/feed/contract/limits.ts';

/** What is known of how loud a sound is; null where it was not measured. */
export interface Loudness {
  /** Integrated, LUFS. */
  readonly loudness: number | null;
  /** dBTP. */
  readonly truePeak: number | null;
}

/** True peak in dBTP that amplification stays under, so that nothing clips on the way to the ear (EBU R128). */
const ceilingDb = -1;
/** The most that a quiet recording is raised, in dB: beyond it one would amplify noise. */
const mostRaisedDb = 12;

/**
 * Decibels that bring a sound to a loudness. What is too quiet is raised only as far as its true peak allows.
 * @param target LUFS
 */
export function gainDb({ loudness, truePeak }: Loudness, target: number = feed.targetLufs): number {
  if (loudness === null || !Number.isFinite(loudness)) return 0;
  const wanted = target - loudness;
  if (wanted <= 0) return wanted;
  if (truePeak === null) return 0;
  return Math.max(0, Math.min(wanted, ceilingDb - truePeak, mostRaisedDb));
}

/** The factor of so many decibels. */
export function factorOf(db: number): number {
  return 10 ** (db / 20);
}

/**
 * Decibels for sounds that are compared: all of them equally loud. Where the true peak of one holds it back, the others
 * come down to it.
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
