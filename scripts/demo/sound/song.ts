import { type Random, makeRandom } from '../random.ts';
import { duck, echo, master, room } from './effects.ts';
import { type Mix, RATE, add, blend, makeMix } from './mix.ts';
import { type Style, styles } from './styles.ts';
import { bass, bowed, chip, clap, dust, hat, keys, kick, pad, pluck, snare, stab, wood } from './voices.ts';

/** One recording of the demo, in a few words. */
export interface Song {
  readonly style: keyof typeof styles;
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

/** Composes and plays a song. The same words give the same samples. */
export function play(song: Song): Mix {
  const random = makeRandom(song.seed);
  const style: Style = styles[song.style];
  const step = (60 / song.bpm / 4) * RATE;
  const length = step * STEPS;
  const { bars } = barsOf(song, style, length);
  const tail = style.tail * RATE;
  const size = Math.ceil(bars.length * length + tail);
  const drums = makeMix(size);
  const low = makeMix(size);
  const music = makeMix(size);
  const kit = kitOf(random, style);
  const beats: number[] = [];
  const whole = length / RATE;
  const when = (bar: Bar, place: number): number => bar.at + (place + (place % 2) * style.swing) * step;
  const lead = random.fork('lead');
  const motif = Array.from({ length: STEPS }, (_, place) =>
    lead.chance(place % 4 === 0 ? 0.75 : 0.28) ? lead.int(0, style.voices) : -1,
  );
  const made = new Map<string, Float32Array>();
  const once = (name: string, make: () => Float32Array): Float32Array => {
    const found = made.get(name) ?? make();
    made.set(name, found);
    return found;
  };
  const played = (voice: Style['chordVoice'], pitch: number, seconds: number): Float32Array => {
    const hertz = hertzOf(pitch);
    if (voice === 'keys') return keys(hertz, seconds);
    if (voice === 'wire' || voice === 'nylon')
      return pluck(random, hertz, seconds + 0.4, voice === 'wire' ? 0.15 : 0.8);
    if (voice === 'stab') return stab(hertz, Math.min(seconds, 0.5));
    if (voice === 'chip') return chip(hertz, seconds, 0.25);
    if (voice === 'bowed') return bowed(hertz, seconds, 1900);
    return pad(hertz, seconds, style.open);
  };
  const note = (voice: Style['chordVoice'], pitch: number, seconds: number): Float32Array =>
    once(`${voice} ${pitch} ${seconds.toFixed(3)}`, () => played(voice, pitch, seconds));
  const deep = (pitch: number, seconds: number): Float32Array =>
    once(`bass ${pitch} ${seconds.toFixed(3)}`, () => bass(style.bassVoice, hertzOf(pitch), seconds));
  for (const [index, bar] of bars.entries()) {
    const has = (part: string): boolean => bar.parts.includes(part);
    const chord = bar.chord.slice(0, -1);
    for (const drum of drumParts) {
      if (!(has('d') || (has('h') && (drum === 'hat' || drum === 'wood')))) continue;
      for (const [place, hit] of [...style.drums[drum]].entries()) {
        const isFill = bar.isLast && drum === 'snare' && place > 11 && random.chance(0.45);
        const isGhost = hit === '.' && style.ghosts > 0 && drum !== 'kick' && random.chance(style.ghosts);
        if (hit === '.' && !isFill && !isGhost) continue;
        const loud = hit === 'x' ? random.between(0.92, 1) : hit === 'o' ? 0.6 : random.between(0.2, 0.4);
        const at = when(bar, place) + random.between(-0.0035, 0.0035) * style.loose * RATE;
        add(drums, at, kit[drum]!, loud * loudness[drum]!, places[drum]);
        if (drum === 'kick') beats.push(Math.max(0, Math.round(at)));
      }
    }
    if (has('b')) {
      const pattern = style.bass;
      for (const [place, sign] of [...pattern].entries()) {
        if (sign === '.') continue;
        const next = [...`${pattern.slice(place + 1)}x`].findIndex((other) => other !== '.') + 1;
        const pitch = bar.chord.at(-1)! - 12 + (sign === 'o' ? 12 : sign === '5' ? 7 : 0);
        const seconds = Math.min((next * step) / RATE, 2.2) * 0.96;
        add(low, when(bar, place), deep(pitch, seconds), 0.46);
      }
    }
    if (has('c')) {
      const rhythm = style.rhythm;
      for (const [place, sign] of [...rhythm].entries()) {
        if (sign === '.') continue;
        const next = [...`${rhythm.slice(place + 1)}x`].findIndex((other) => other !== '.') + 1;
        const seconds = ((next * step) / RATE) * (style.chordVoice === 'stab' ? 0.9 : 0.98);
        // `x` is the whole chord, a number one of its notes.
        const notes =
          sign === 'x' ? chord : [chord[Number(sign) % chord.length]! + (Number(sign) >= chord.length ? 12 : 0)];
        for (const [voice, pitch] of notes.entries()) {
          const strum = style.chordVoice === 'nylon' || style.chordVoice === 'wire' ? voice * 0.012 * RATE : 0;
          const pan = notes.length > 1 ? (voice / (notes.length - 1) - 0.5) * 0.9 : random.between(-0.4, 0.4);
          const loud = notes.length > 1 ? 0.34 : 0.46;
          add(
            music,
            when(bar, place) + strum,
            note(style.chordVoice, pitch, seconds),
            loud * random.between(0.85, 1),
            pan,
          );
        }
      }
    }
    if (has('p'))
      for (const [voice, pitch] of chord.entries())
        add(music, bar.at, note('pad', pitch, whole * 1.15), 0.24, voice % 2 === 0 ? -0.6 : 0.6);
    if (has('l')) {
      for (const [place, degree] of motif.entries()) {
        // Every second bar answers with its second half alone.
        if (degree < 0 || (index % 2 === 1 && place < 8 && place % 4 !== 0)) continue;
        const pitch = (chord[degree % chord.length] ?? chord[0]!) + 12 + (degree === chord.length ? 12 : 0);
        add(music, when(bar, place), note(style.leadVoice, pitch, (3 * step) / RATE), 0.34, 0.2);
      }
    }
  }
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
  const noisy = bars.filter((bar) => bar.parts.includes('n'));
  for (const bar of noisy) {
    for (const pan of [-0.8, 0.8]) add(sum, bar.at, dust(random, whole, style.clicks, style.hiss), 0.7, pan);
  }
  master(sum, song.drive ?? 1.4, song.level ?? 0.9, Math.min(1.2, style.tail));
  return sum;
}
