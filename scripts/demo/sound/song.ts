import { type Random, makeRandom } from '../random.ts';
import { duck, echo, master, room } from './effects.ts';
import { type Mix, RATE, add, blend, makeMix } from './mix.ts';
import { type Style, type Voice, styles } from './styles.ts';
import { bass, bowed, chip, clap, dust, hat, keys, kick, pad, pluck, snare, stab, wood } from './voices.ts';

/** One recording of the demo, in a few words. */
export interface Song {
  /** One of `styles.txt`. */
  readonly style: string;
  readonly bpm: number;
  /** Such as `Am` or `Eb`. */
  readonly key: string;
  /** Steps of the key that the chords stand on, one a bar: `1 6 3 7`. */
  readonly chords: string;
  /**
   * Sections, each with its number of bars and what plays in it: `c` chords, `b` bass, `d` drums, `h` hats alone, `l` lead,
   * `p` pad, `n` noise. `2:cn 4:cbd 1:cp 4:cbdl`
   */
  readonly plan: string;
  /** How hard the sum is pushed, 1 to 4. */
  readonly drive?: number;
  /** Loudest sample, 0 to 1. */
  readonly level?: number;
  /** What belongs to this recording alone is drawn from it. */
  readonly seed: string;
}

const names = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const minor = [0, 2, 3, 5, 7, 8, 10];
const major = [0, 2, 4, 5, 7, 9, 11];
/** Steps of a bar. */
const STEPS = 16;
const rest = '.'.repeat(STEPS);

const hertzOf = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** A bar of a song: what plays, its chord, and its first sample. */
interface Bar {
  readonly parts: string;
  readonly chord: readonly number[];
  readonly at: number;
  /** Last of its section: the drums say so. */
  readonly isLast: boolean;
}

/** The notes of a step's chord, close to each other around the middle of the keyboard. */
function chordOn(step: number, scale: readonly number[], root: number, size: number): number[] {
  return Array.from({ length: size }, (_, index) => {
    const degree = step - 1 + index * 2;
    const note = root + scale[degree % 7]! + 12 * Math.floor(degree / 7);
    return note > 71 ? note - 12 : note;
  }).toSorted((one, other) => one - other);
}

function barsOf(song: Song, style: Style, length: number): { bars: Bar[]; tonic: number } {
  const [, name = 'A', mode = ''] = /^([A-G][b#]?)(m?)$/.exec(song.key) ?? [];
  const tonic = 48 + names.indexOf(name);
  const steps = song.chords.split(' ').map(Number);
  const bars: Bar[] = [];
  for (const section of song.plan.split(' ')) {
    const [count = '1', parts = ''] = section.split(':');
    for (let bar = 0; bar < Number(count); bar++) {
      const step = steps[bars.length % steps.length]!;
      const chord = chordOn(step, mode === 'm' ? minor : major, tonic + 12, style.voices);
      // The root goes last, an octave for the bass to stand on.
      const low = tonic + (mode === 'm' ? minor : major)[(step - 1) % 7]!;
      bars.push({ parts, chord: [...chord, low], at: bars.length * length, isLast: bar === Number(count) - 1 });
    }
  }
  return { bars, tonic };
}

/** The drums of a style, each made once. */
function kitOf(random: Random, style: Style): Readonly<Record<string, Float32Array>> {
  return {
    kick: kick(style.low, style.boom),
    snare: style.claps ? clap(random) : snare(random, random.between(175, 215), style.wires),
    hat: hat(random, 0.055),
    open: hat(random, 0.32),
    wood: wood(style.wood, style.wood < 200 ? 0.3 : 0.09),
  };
}

const drumParts = ['kick', 'snare', 'hat', 'open', 'wood'] as const;
const loudness: Readonly<Record<string, number>> = { kick: 0.95, snare: 0.6, hat: 0.2, open: 0.16, wood: 0.34 };
const places: Readonly<Record<string, number>> = { kick: 0, snare: 0, hat: 0.25, open: -0.3, wood: -0.45 };

/** How long a song is without the sound that hangs on after its last bar. */
export function secondsOf(song: Pick<Song, 'bpm' | 'plan'>): number {
  const bars = song.plan.split(' ').reduce((sum, section) => sum + Number(section.split(':')[0]), 0);
  return (bars * 4 * 60) / song.bpm;
}

/** What the parts of a song share while it is played. */
interface Session {
  readonly random: Random;
  readonly style: Style;
  /** Samples of a step. */
  readonly step: number;
  /** Seconds of a bar. */
  readonly whole: number;
  readonly drums: Mix;
  readonly low: Mix;
  readonly music: Mix;
  readonly kit: Readonly<Record<string, Float32Array>>;
  /** Steps of the style's chord that the lead plays; -1 where it rests. */
  readonly motif: readonly number[];
  /** First samples of the kick: the others make room for it. */
  readonly beats: number[];
  /** The first sample of a step of a bar. */
  when(bar: Bar, place: number): number;
  /** A sound that is made once. */
  note(voice: Voice, pitch: number, seconds: number): Float32Array;
  deep(pitch: number, seconds: number): Float32Array;
}

/** Sounds by name, each made when it is first needed. */
function makeOnce(): (name: string, make: () => Float32Array) => Float32Array {
  const made = new Map<string, Float32Array>();
  return (name, make) => {
    const found = made.get(name) ?? make();
    made.set(name, found);
    return found;
  };
}

function voiceOf(
  { random, style }: Pick<Session, 'random' | 'style'>,
  voice: Voice,
  hertz: number,
  seconds: number,
): Float32Array {
  if (voice === 'keys') return keys(hertz, seconds);
  if (voice === 'wire' || voice === 'nylon') return pluck(random, hertz, seconds + 0.4, voice === 'wire' ? 0.15 : 0.8);
  if (voice === 'stab') return stab(hertz, Math.min(seconds, 0.5));
  if (voice === 'chip') return chip(hertz, seconds, 0.25);
  if (voice === 'bowed') return bowed(hertz, seconds, 1900);
  return pad(hertz, seconds, style.open);
}

function openSession(song: Song, style: Style, step: number, size: number): Session {
  const random = makeRandom(song.seed);
  const kit = kitOf(random, style);
  const lead = random.fork('lead');
  const once = makeOnce();
  return {
    random,
    style,
    step,
    whole: (step * STEPS) / RATE,
    drums: makeMix(size),
    low: makeMix(size),
    music: makeMix(size),
    kit,
    motif: Array.from({ length: STEPS }, (_, place) =>
      lead.chance(place % 4 === 0 ? 0.75 : 0.28) ? lead.int(0, style.voices) : -1,
    ),
    beats: [],
    when: (bar, place) => bar.at + (place + (place % 2) * style.swing) * step,
    note: (voice, pitch, seconds) =>
      once(`${voice} ${pitch} ${seconds.toFixed(3)}`, () => voiceOf({ random, style }, voice, hertzOf(pitch), seconds)),
    deep: (pitch, seconds) =>
      once(`bass ${pitch} ${seconds.toFixed(3)}`, () => bass(style.bassVoice, hertzOf(pitch), seconds)),
  };
}

const has = (bar: Bar, part: string): boolean => bar.parts.includes(part);

/** The notes of a bar's chord, without the one for the bass. */
const chordNotes = (bar: Bar): readonly number[] => bar.chord.slice(0, -1);

/** Steps from one hit of a pattern to the next one, or to the end of the bar. */
const stepsToNext = (pattern: string, place: number): number =>
  [...`${pattern.slice(place + 1)}x`].findIndex((other) => other !== '.') + 1;

function playDrums({ random, style, kit, drums, beats, when }: Session, bar: Bar): void {
  for (const drum of drumParts) {
    if (!(has(bar, 'd') || (has(bar, 'h') && (drum === 'hat' || drum === 'wood')))) continue;
    for (const [place, hit] of [...(style.patterns[drum] ?? rest)].entries()) {
      const isFill = bar.isLast && drum === 'snare' && place > 11 && random.chance(0.45);
      const isGhost = hit === '.' && style.ghosts > 0 && drum !== 'kick' && random.chance(style.ghosts);
      if (hit === '.' && !isFill && !isGhost) continue;
      const loud = hit === 'x' ? random.between(0.92, 1) : hit === 'o' ? 0.6 : random.between(0.2, 0.4);
      const at = when(bar, place) + random.between(-0.0035, 0.0035) * style.loose * RATE;
      add(drums, at, kit[drum]!, loud * loudness[drum]!, places[drum]);
      if (drum === 'kick') beats.push(Math.max(0, Math.round(at)));
    }
  }
}

function playBass({ style, step, low, when, deep }: Session, bar: Bar): void {
  for (const [place, sign] of [...style.patterns['bass']!].entries()) {
    if (sign === '.') continue;
    const pitch = bar.chord.at(-1)! - 12 + (sign === 'o' ? 12 : sign === '5' ? 7 : 0);
    const seconds = Math.min((stepsToNext(style.patterns['bass']!, place) * step) / RATE, 2.2) * 0.96;
    add(low, when(bar, place), deep(pitch, seconds), 0.46);
  }
}

function playChords({ random, style, step, music, when, note }: Session, bar: Bar): void {
  const chord = chordNotes(bar);
  for (const [place, sign] of [...style.patterns['chords']!].entries()) {
    if (sign === '.') continue;
    const seconds =
      ((stepsToNext(style.patterns['chords']!, place) * step) / RATE) * (style.chordVoice === 'stab' ? 0.9 : 0.98);
    // `x` is the whole chord, a number one of its notes.
    const notes =
      sign === 'x' ? chord : [chord[Number(sign) % chord.length]! + (Number(sign) >= chord.length ? 12 : 0)];
    for (const [voice, pitch] of notes.entries()) {
      const strum = style.chordVoice === 'nylon' || style.chordVoice === 'wire' ? voice * 0.012 * RATE : 0;
      const pan = notes.length > 1 ? (voice / (notes.length - 1) - 0.5) * 0.9 : random.between(-0.4, 0.4);
      const loud = notes.length > 1 ? 0.34 : 0.46;
      const at = when(bar, place) + strum;
      add(music, at, note(style.chordVoice, pitch, seconds), loud * random.between(0.85, 1), pan);
    }
  }
}

function playPad({ whole, music, note }: Session, bar: Bar): void {
  for (const [voice, pitch] of chordNotes(bar).entries())
    add(music, bar.at, note('pad', pitch, whole * 1.15), 0.24, voice % 2 === 0 ? -0.6 : 0.6);
}

function playLead({ style, step, music, motif, when, note }: Session, bar: Bar, index: number): void {
  const chord = chordNotes(bar);
  for (const [place, degree] of motif.entries()) {
    // Every second bar answers with its second half alone.
    if (degree < 0 || (index % 2 === 1 && place < 8 && place % 4 !== 0)) continue;
    const pitch = (chord[degree % chord.length] ?? chord[0]!) + 12 + (degree === chord.length ? 12 : 0);
    add(music, when(bar, place), note(style.leadVoice, pitch, (3 * step) / RATE), 0.34, 0.2);
  }
}

/** Puts the parts together, with echo, room and noise. */
function mixDown(session: Session, bars: readonly Bar[], size: number): Mix {
  const { random, style, step, whole, drums, low, music, beats } = session;
  const sum = makeMix(size);
  duck(music, beats, style.duck);
  duck(low, beats, style.duck * 0.7);
  blend(sum, drums, 1);
  blend(sum, low, 1);
  blend(sum, music, 1);
  if (style.echo > 0) blend(sum, echo(music, (style.echo * step) / RATE, 0.55), 0.42);
  const wet = makeMix(size);
  blend(wet, music, 1);
  blend(wet, drums, style.drumRoom);
  blend(sum, room(wet, style.hall), 0.07 + 0.13 * style.hall);
  for (const bar of bars.filter((one) => has(one, 'n'))) {
    for (const pan of [-0.8, 0.8]) add(sum, bar.at, dust(random, whole, style.clicks, style.hiss), 0.7, pan);
  }
  return sum;
}

/** Composes and plays a song. The same words give the same samples. */
export function play(song: Song): Mix {
  const style = styles[song.style];
  if (!style) throw new Error(`There is no style ${song.style}.`);
  const step = (60 / song.bpm / 4) * RATE;
  const { bars } = barsOf(song, style, step * STEPS);
  const size = Math.ceil(bars.length * step * STEPS + style.tail * RATE);
  const session = openSession(song, style, step, size);
  // All draw from one source of chance: the order of the parts is a part of the song.
  for (const [index, bar] of bars.entries()) {
    playDrums(session, bar);
    if (has(bar, 'b')) playBass(session, bar);
    if (has(bar, 'c')) playChords(session, bar);
    if (has(bar, 'p')) playPad(session, bar);
    if (has(bar, 'l')) playLead(session, bar, index);
  }
  const sum = mixDown(session, bars, size);
  master(sum, song.drive ?? 1.4, song.level ?? 0.9, Math.min(1.2, style.tail));
  return sum;
}
