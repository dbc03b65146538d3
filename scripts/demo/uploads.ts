import { readData } from './parse.ts';
import type { Song } from './sound/song.ts';

/** A comment: who, what, where in the track (a part of its length), and what the author of the upload marked it as. */
interface DemoComment {
  readonly by: string;
  readonly text: string;
  readonly at?: number;
  readonly mark?: 'needs_work' | 'resolved';
}

/** One upload of the demo with its comments. */
export interface DemoUpload {
  readonly by: string;
  readonly title: string;
  /** All of it, the title too. */
  readonly text: string;
  readonly songs?: readonly Omit<Song, 'seed'>[];
  /** Number of drawn pictures beside the sounds. */
  readonly pictures?: number;
  /** Sounds without a picture in them. */
  readonly bare?: true;
  /** A second version of the first sound, days after it. */
  readonly versions?: readonly Omit<Song, 'seed'>[];
  /** A question and its options, a line each. */
  readonly polls?: readonly { readonly text: string; readonly days: 1 | 3 | 7 }[];
  readonly comments?: readonly DemoComment[];
  /** How well it is liked, 0 to 1. */
  readonly love: number;
}

const song = 'style bpm key chords plan drive level';

/** What members of the demo share, oldest first: tracks, loops, pictures, polls and a few words. */
export const demoUploads: readonly DemoUpload[] = readData<DemoUpload>('texts/uploads.txt', {
  '=== upload': 'by love pictures bare!',
  '--- song': song,
  '--- version': song,
  '--- poll': 'days',
  '--- comment': 'by at mark',
});
