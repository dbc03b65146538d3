import { tonics } from '#platform/contract/music-limits.ts';
import type { Random } from '#scripts/demo/random.ts';

/** A sound with what its maker says of it; the analysis has no part in that. */
export interface Loop {
  readonly maker: string;
  readonly name: string;
  /** One channel. */
  readonly samples: Float32Array;
  readonly rate: number;
  /** Beats a minute; null where nobody could say. */
  readonly tempo: number | null;
  /** `C`, `Cm`; null where nobody could say. */
  readonly key: string | null;
}

/** How a kind of music goes, as producers write it: the tempo that they would set, and steps of a bar of sixteen. */
export interface Genre {
  readonly name: string;
  readonly tempos: readonly [number, number];
  /** `x` loud, `o` soft, `.` nothing. */
  readonly kick: string;
  readonly snare: string;
  readonly hat: string;
  readonly bass: string;
  readonly chords: string;
  /** Part of a step by which every second one comes late. */
  readonly swing?: number;
}

/** Genres with drums. */
export const genres: readonly Genre[] = [
  ...(
    [
      [
        'house',
        [120, 128],
        'x...x...x...x...',
        '....x.......x...',
        '..x...x...x...x.',
        '..x...x...x..x..',
        'x..x..x...x..x..',
      ],
      [
        'techno',
        [130, 140],
        'x...x...x...x...',
        '................',
        'o.x.o.x.o.x.o.x.',
        '..xx..xx..xx..xx',
        '...x......x.....',
      ],
      [
        'disco',
        [110, 120],
        'x...x...x...x...',
        '....x.......x...',
        'x.ooxoo.x.ooxoo.',
        'x.x.x.x.x.x.x.x.',
        '..x...x...x...x.',
      ],
      [
        'rock',
        [108, 144],
        'x.....x.x.......',
        '....x.......x...',
        'x.x.x.x.x.x.x.x.',
        'x.x.x.x.x.x.x.x.',
        'x.......x.......',
      ],
      [
        'pop',
        [96, 124],
        'x.....x...x.....',
        '....x.......x...',
        'x.x.x.x.x.x.x.x.',
        'x.....x.x.....x.',
        'x...x...x...x...',
      ],
      [
        'ballad',
        [64, 78],
        'x.......x.x.....',
        '....x.......x...',
        'x.x.x.x.x.x.x.x.',
        'x.......x.......',
        'x...x...x...x...',
      ],
      [
        'funk',
        [98, 112],
        'x..x......x..x..',
        '....x..o.o..x..o',
        'xoxoxoxoxoxoxoxo',
        'x..x..x...xx..x.',
        '..x..x....x..x..',
      ],
      [
        'reggaeton',
        [88, 100],
        'x...x...x...x...',
        '...x..x....x..x.',
        'x.x.x.x.x.x.x.x.',
        'x..x..x.x..x..x.',
        'x.......x.......',
      ],
      [
        'drum and bass',
        [170, 176],
        'x.........x.....',
        '....x.......x...',
        'x.x.x.x.x.x.x.x.',
        'x.....x...x.....',
        'x...............',
      ],
      [
        'jungle',
        [160, 170],
        'x.x.......xx....',
        '....x..o.o..x..o',
        'x.x.x.x.x.x.x.x.',
        'x.....x...x.....',
        'x.......x.......',
      ],
      [
        'trap',
        [132, 150],
        'x.....x...x.....',
        '........x.......',
        'x.x.x.xxx.x.x.xx',
        'x.....x...x.....',
        'x...............',
      ],
      [
        'two-step',
        [130, 136],
        'x.........x..x..',
        '....x.......x...',
        '..x..xx...x..xx.',
        'x..x......x..x..',
        'x.....x...x.....',
      ],
    ] as const
  ).map(([name, tempos, kick, snare, hat, bass, chords]) => ({ name, tempos, kick, snare, hat, bass, chords })),
  {
    name: 'boom bap',
    tempos: [84, 96],
    swing: 0.25,
    kick: 'x......x..x.....',
    snare: '....x.......x...',
    hat: 'x.x.x.x.x.x.x.x.',
    bass: 'x......x..x.....',
    chords: 'x.......x.......',
  },
  {
    name: 'lo-fi',
    tempos: [70, 86],
    swing: 0.3,
    kick: 'x.x.......x.....',
    snare: '....x.......x...',
    hat: 'x.x.x.x.x.x.x.xx',
    bass: 'x.........x.....',
    chords: 'x......x........',
  },
];

/** A progression: half tones above the tonic, with `m` for minor chords, one a bar. */
const progressions = {
  major: [
    '0 7 9m 5',
    '0 5 7 0',
    '0 9m 5 7',
    '0 5 0 7',
    '9m 5 0 7',
    '0 4m 5 7',
    '2m 7 0 0',
    '0 0 5 7',
    '5 7 0 9m',
    '0 10 5 0',
  ],
  minor: [
    '0m 8 3 10',
    '0m 10 8 10',
    '0m 5m 7 0m',
    '0m 5m 8 7',
    '0m 8 10 0m',
    '0m 3 10 5m',
    '0m 0m 8 10',
    '0m 7m 8 5m',
    '8 10 0m 0m',
    '0m 0m 5m 0m',
  ],
} as const;

/** A chord: half tones of its root above C, and whether it is minor. */
export interface Chord {
  readonly root: number;
  readonly isMinor: boolean;
}

/** A key, and four bars of chords in it. */
export function progressionOf(random: Random): { key: string; chords: Chord[] } {
  const tonic = random.int(0, 11);
  const mode = random.chance(0.5) ? 'minor' : 'major';
  const chords = random
    .pick(progressions[mode])
    .split(' ')
    .map((step) => ({ root: (tonic + Number.parseInt(step, 10)) % 12, isMinor: step.endsWith('m') }));
  return { key: `${tonics[tonic]!}${mode === 'minor' ? 'm' : ''}`, chords };
}

/** Beginnings of a pattern's steps in beats, and how loud each is. */
export function hitsOf(pattern: string, swing = 0): { beat: number; gain: number }[] {
  return [...pattern].flatMap((sign, step) =>
    sign === '.' ? [] : [{ beat: (step + (step % 2) * swing) / 4, gain: sign === 'x' ? 1 : 0.4 }],
  );
}
