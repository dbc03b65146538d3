/** Keys of music as they are stored and shown: a tonic, with `m` for minor; a single note has no third. */
export const tonics = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'] as const;

type Tonic = (typeof tonics)[number];
export type MusicKey = Tonic | `${Tonic}m`;

/** Every key: major and minor of each tonic. */
export const musicKeys = tonics.flatMap((tonic): MusicKey[] => [tonic, `${tonic}m`]);

/** Characters of the genre that an author gives a recording. */
export const genreMax = 60;

/** Beats a minute that can be searched for; what is slower or faster is found by other words. */
export const tempos = { least: 20, most: 400 } as const;
