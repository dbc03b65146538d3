/** How a kind of music is played here. Patterns have 16 steps: `x` loud, `o` softer, `.` nothing. */
export interface Style {
  readonly drums: Readonly<Record<'kick' | 'snare' | 'hat' | 'open' | 'wood', string>>;
  /** Part of a step by which every second one comes late. */
  readonly swing: number;
  /** How far from the grid hands are; 1 is a drummer. */
  readonly loose: number;
  /** Chance of a soft hit where the pattern has none. */
  readonly ghosts: number;
  /** The big drum: Hertz, and seconds. */
  readonly low: number;
  readonly boom: number;
  readonly wires: number;
  readonly claps: boolean;
  /** Hertz of the wood, or of a log drum. */
  readonly wood: number;
  /** `x` root, `5` fifth, `o` octave. */
  readonly bass: string;
  readonly bassVoice: 'round' | 'saw' | 'long';
  /** `x` the whole chord, a digit one of its notes. */
  readonly rhythm: string;
  readonly chordVoice: 'keys' | 'wire' | 'nylon' | 'stab' | 'chip' | 'bowed' | 'pad';
  readonly leadVoice: Style['chordVoice'];
  /** Notes of a chord. */
  readonly voices: number;
  /** Hertz to which pads open. */
  readonly open: number;
  /** How far the beat pushes the rest down, 0 to 1. */
  readonly duck: number;
  /** Steps between repeats; 0 for none. */
  readonly echo: number;
  /** Size of the room, 0 to 1, and how much of the drums stands in it. */
  readonly hall: number;
  readonly drumRoom: number;
  /** Clicks a second and hiss of the noise. */
  readonly clicks: number;
  readonly hiss: number;
  /** Seconds after the last bar. */
  readonly tail: number;
}

const none = '................';

const plain = {
  drums: { kick: none, snare: none, hat: none, open: none, wood: none },
  swing: 0,
  loose: 1,
  ghosts: 0,
  low: 50,
  boom: 0.28,
  wires: 0.8,
  claps: false,
  wood: 900,
  bass: 'x...............',
  bassVoice: 'round',
  rhythm: 'x...............',
  chordVoice: 'keys',
  leadVoice: 'keys',
  voices: 4,
  open: 1400,
  duck: 0.2,
  echo: 0,
  hall: 0.35,
  drumRoom: 0.12,
  clicks: 14,
  hiss: 0.012,
  tail: 1,
} as const satisfies Style;

const style = (own: Partial<Style>): Style => ({ ...plain, ...own });
const beat = (kick: string, snare: string, hat: string, open = none, wood = none): Style['drums'] => ({
  kick,
  snare,
  hat,
  open,
  wood,
});

/** What the members of the demo make. */
export const styles = {
  boomBap: style({
    drums: beat('x......x..x.....', '....x.......x...', 'x.x.x.x.x.x.x.xx', '..............o.'),
    swing: 0.3,
    ghosts: 0.12,
    bass: 'x.....x...5.....',
    rhythm: 'x.........x.....',
    hall: 0.25,
  }),
  house: style({
    drums: beat('x...x...x...x...', '....x.......x...', 'o.o.o.o.o.o.o.oo', '..x...x...x...x.', '.......o..x....o'),
    claps: true,
    loose: 0.3,
    bass: '..x...x...x..5x.',
    bassVoice: 'saw',
    rhythm: 'x..x....x..x....',
    chordVoice: 'stab',
    duck: 0.6,
    echo: 3,
    hall: 0.45,
  }),
  techno: style({
    drums: beat('x...x...x...x...', none, '..x...x...x...x.', '......o.......o.', 'x..x..x.x..x..x.'),
    loose: 0.1,
    low: 44,
    boom: 0.36,
    wood: 320,
    bass: 'xx.xxx.xxx.xxx.x',
    bassVoice: 'saw',
    rhythm: '.......x......x.',
    chordVoice: 'stab',
    voices: 3,
    duck: 0.7,
    echo: 3,
    hall: 0.7,
    drumRoom: 0.3,
    hiss: 0.03,
    clicks: 4,
  }),
  breaks: style({
    drums: beat('x.....x...x.....', '....x..o.o..x..o', 'x.x.x.x.x.x.x.x.', '..........o.....'),
    ghosts: 0.14,
    loose: 0.5,
    boom: 0.2,
    wires: 1.1,
    bass: 'x.....x...x.5...',
    bassVoice: 'saw',
    rhythm: 'x...............',
    chordVoice: 'pad',
    leadVoice: 'stab',
    duck: 0.35,
    echo: 3,
    hall: 0.55,
  }),
  trap: style({
    drums: beat('x.....x...x..x..', '........x.......', 'x.xxx.x.x.xxxxx.', none, '...o......o.....'),
    claps: true,
    loose: 0.2,
    low: 42,
    boom: 0.2,
    bass: 'x.....x...x.....',
    bassVoice: 'long',
    rhythm: '0.2.1.2.3.2.1.2.',
    chordVoice: 'keys',
    leadVoice: 'bowed',
    voices: 3,
    hall: 0.5,
  }),
  ambient: style({
    drums: beat(none, none, none, none, 'o.....o.........'),
    wood: 1250,
    bass: 'x...............',
    rhythm: 'x...............',
    chordVoice: 'pad',
    leadVoice: 'keys',
    open: 1900,
    duck: 0,
    echo: 6,
    hall: 1,
    clicks: 90,
    hiss: 0.03,
    tail: 3,
  }),
  dub: style({
    drums: beat('........x.......', '........x.......', 'x..xx..xx..xx..x', none, '......o.......x.'),
    swing: 0.12,
    low: 46,
    boom: 0.34,
    wood: 700,
    bass: 'x..x..5...o..x..',
    rhythm: '....x.......x...',
    chordVoice: 'stab',
    leadVoice: 'bowed',
    voices: 3,
    echo: 3,
    hall: 0.65,
    drumRoom: 0.35,
    tail: 2.4,
  }),
  chip: style({
    drums: beat('x...x...x...x..x', '....x.......x...', 'x.o.x.o.x.o.x.o.'),
    loose: 0,
    boom: 0.1,
    wires: 1,
    bass: 'x.x.o.x.x.x.o.5.',
    bassVoice: 'saw',
    rhythm: '0123012301230123',
    chordVoice: 'chip',
    leadVoice: 'chip',
    duck: 0,
    hall: 0.05,
    drumRoom: 0,
    tail: 0.5,
  }),
  folk: style({
    drums: beat('x.......x.......', none, '....o.......o...', none, '....x.......x..o'),
    wood: 1700,
    boom: 0.2,
    rhythm: '0.2.1.3.2.1.3.2.',
    chordVoice: 'wire',
    leadVoice: 'bowed',
    bass: 'x.......5.......',
    duck: 0,
    hall: 0.3,
    hiss: 0.008,
    clicks: 2,
    tail: 1.8,
  }),
  bossa: style({
    drums: beat('x..xx..xx..xx..x', none, 'o.o.o.o.o.o.o.o.', none, 'x..x..x...x..x..'),
    low: 62,
    boom: 0.14,
    wood: 2100,
    bass: 'x..5....5..x....',
    rhythm: 'x..x..x...x..x..',
    chordVoice: 'nylon',
    leadVoice: 'nylon',
    hall: 0.25,
    tail: 1.6,
  }),
  logs: style({
    drums: beat('x...x...x...x...', '............o...', '..x...x...x..xx.', '......o.........', '...x..x.x..x.x..'),
    swing: 0.14,
    wood: 96,
    loose: 0.6,
    ghosts: 0.05,
    bass: '...x..x....x....',
    rhythm: '..x..x....x..x..',
    chordVoice: 'keys',
    leadVoice: 'nylon',
    duck: 0.3,
    hall: 0.4,
  }),
  shoegaze: style({
    drums: beat('x.......x.x.....', '....x.......x...', 'x.x.x.x.x.x.x.x.', 'x...............'),
    boom: 0.24,
    wires: 1.2,
    rhythm: 'x.x.x.x.x.x.x.x.',
    chordVoice: 'wire',
    leadVoice: 'bowed',
    bass: 'x.x.x.x.x.x.x.x.',
    bassVoice: 'saw',
    open: 2600,
    duck: 0.1,
    echo: 2,
    hall: 0.9,
    drumRoom: 0.4,
    tail: 2.2,
  }),
  strings: style({
    drums: beat('x...............', none, none, none, 'o...o...o...o...'),
    low: 40,
    boom: 0.5,
    wood: 240,
    rhythm: 'x.......x.......',
    chordVoice: 'bowed',
    leadVoice: 'bowed',
    bass: 'x.......x.......',
    open: 1100,
    duck: 0,
    hall: 0.95,
    drumRoom: 0.6,
    tail: 3,
  }),
  metal: style({
    drums: beat('xx.xxx.xxx.xxx.x', '....x.......x...', 'x...x...x...x...', '........x.......'),
    loose: 0.4,
    boom: 0.12,
    low: 58,
    wires: 1.3,
    bass: 'xx.xxx.xxx.xxx.x',
    bassVoice: 'saw',
    rhythm: 'x.......x...x...',
    chordVoice: 'bowed',
    leadVoice: 'wire',
    voices: 3,
    hall: 0.4,
    drumRoom: 0.3,
  }),
  drumsOnly: style({
    drums: beat('x..x..x...x..x..', '....x..o....x.o.', 'x.xxx.xxx.xxx.xx', '..........o.....', '..o..o......o...'),
    swing: 0.1,
    ghosts: 0.22,
    wires: 1,
    wood: 520,
    hall: 0.3,
    drumRoom: 0.5,
    tail: 0.8,
  }),
} as const satisfies Record<string, Style>;
