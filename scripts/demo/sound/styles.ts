import { readData } from '../parse.ts';

/** How notes are played: see `voices.ts`. */
export type Voice = 'keys' | 'wire' | 'nylon' | 'stab' | 'chip' | 'bowed' | 'pad';

/** How a kind of music is played here, as `styles.txt` has it; what it does not say is as in `plain` there. */
export interface Style {
  /** Sixteen steps of a bar by part: `x` loud, `o` softer, `.` nothing. Bass: `x` root, `5` fifth, `o` octave. Chords: `x` all of it, a digit one note. */
  readonly patterns: Readonly<Record<string, string>>;
  /** Part of a step by which every second one comes late. */
  readonly swing: number;
  /** Humanization: how far notes are off the grid; 1 is a drummer. */
  readonly loose: number;
  /** Chance of a soft hit where the pattern has none. */
  readonly ghosts: number;
  /** The big drum: Hertz, and seconds; the wires of the snare; Hertz of the wood, or of a log drum. */
  readonly low: number;
  readonly boom: number;
  readonly wires: number;
  readonly wood: number;
  readonly claps?: true;
  readonly bassVoice: 'round' | 'saw' | 'long';
  readonly chordVoice: Voice;
  readonly leadVoice: Voice;
  /** Notes of a chord. */
  readonly voices: number;
  /** Hertz to which pads open. */
  readonly open: number;
  /** Sidechain ducking by the beat, 0 to 1. */
  readonly duck: number;
  /** Steps between repeats; 0 for none. */
  readonly echo: number;
  /** Size of the reverb, 0 to 1, and how much of the drums is sent to it. */
  readonly hall: number;
  readonly drumRoom: number;
  /** Clicks a second and hiss of the noise. */
  readonly clicks: number;
  readonly hiss: number;
  /** Seconds after the last bar. */
  readonly tail: number;
}

type Written = Style & { readonly name: string };
const options =
  'name swing loose ghosts low boom wires wood claps! bassVoice chordVoice leadVoice voices open duck echo hall drumRoom clicks hiss tail';
const [plain, ...others] = readData<Written>('sound/styles.txt', { '=== style': options });
const patternsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split('\n').map((line) => line.split(/ +/) as [string, string]));

/** What the members of the demo make, by name. */
export const styles: Readonly<Record<string, Style>> = Object.fromEntries(
  others.map((style) => [style.name, { ...plain!, ...style, patterns: patternsOf(style.text) }]),
);
