import type { Song } from '../sound/song.ts';

/**
 * A comment of the demo: who, what, where in the track (a part of its length), and what its author has marked it as.
 */
export interface DemoComment {
  readonly by: string;
  readonly text: string;
  readonly at?: number;
  readonly mark?: 'needs_work' | 'resolved';
}

/** One upload of the demo with its likes, comments and plays. */
export interface DemoUpload {
  readonly by: string;
  /** The first line is the title. */
  readonly text: string;
  readonly songs?: readonly Omit<Song, 'seed'>[];
  /** Number of drawn pictures beside the sounds. */
  readonly pictures?: number;
  /** Sounds without a picture in them. */
  readonly bare?: boolean;
  /** A second version of the first sound, days after it. */
  readonly again?: Omit<Song, 'seed'>;
  readonly poll?: { readonly question: string; readonly options: readonly string[]; readonly days: 1 | 3 | 7 };
  readonly comments?: readonly DemoComment[];
  /** How well it is liked, 0 to 1. */
  readonly love: number;
}

/** A recording of the demo's synthesiser. */
export const song = (
  style: Song['style'],
  bpm: number,
  key: string,
  chords: string,
  plan: string,
  more: { drive?: number; level?: number } = {},
): Omit<Song, 'seed'> => ({ style, bpm, key, chords, plan, ...more });
