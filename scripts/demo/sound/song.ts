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
  /** Drive of the mix bus, 1 to 4. */
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
const loudness: Readonly<Record<string, number>> = { kick: 0.95, snare: 0.6, hat: 0.2, open: 0.16, wood: 0.34 };
const places: Readonly<Record<string, number>> = { kick: 0, snare: 0, hat: 0.25, open: -0.3, wood: -0.45 };

const hertzOf = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** A bar of a song: what plays, its chord and the root for the bass, and its first sample. */
interface Bar {
  readonly parts: string;
  readonly chord: readonly number[];
  readonly low: number;
  readonly at: number;
  /** Last of its section: the drums say so. */
  readonly isLast: boolean;
}

/** How long a song is without the sound that hangs on after its last bar. */
export function secondsOf(song: Pick<Song, 'bpm' | 'plan'>): number {
  const bars = song.plan.split(' ').reduce((sum, section) => sum + Number(section.split(':')[0]), 0);
  return (bars * 4 * 60) / song.bpm;
}

/** @param length samples of a bar */
function barsOf({ key, chords, plan }: Song, { voices }: Style, length: number): Bar[] {
  const [, name = 'A', mode = ''] = /^([A-G][b#]?)(m?)$/.exec(key) ?? [];
  const tonic = 48 + names.indexOf(name);
  const scale = mode === 'm' ? minor : major;
  const steps = chords.split(' ').map(Number);
  const sections = plan.split(' ').flatMap((section) => {
    const [count = '1', parts = ''] = section.split(':');
    return Array.from({ length: Number(count) }, (_, bar) => ({ parts, isLast: bar === Number(count) - 1 }));
  });
  return sections.map((section, index) => {
    const step = steps[index % steps.length]! - 1;
    // Close to each other around the middle of the keyboard.
    const chord = Array.from({ length: voices }, (_, place) => {
      const degree = step + place * 2;
      const note = tonic + 12 + scale[degree % 7]! + 12 * Math.floor(degree / 7);
      return note > 71 ? note - 12 : note;
    });
    const low = tonic - 12 + scale[step % 7]!;
    return { ...section, chord: chord.toSorted((one, other) => one - other), low, at: index * length };
  });
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

function voiceOf(random: Random, style: Style, voice: Voice | 'bass', hertz: number, seconds: number): Float32Array {
  if (voice === 'bass') return bass(style.bassVoice, hertz, seconds);
  if (voice === 'keys') return keys(hertz, seconds);
  if (voice === 'wire' || voice === 'nylon') return pluck(random, hertz, seconds + 0.4, voice === 'wire' ? 0.15 : 0.8);
  if (voice === 'stab') return stab(hertz, Math.min(seconds, 0.5));
  if (voice === 'chip') return chip(hertz, seconds, 0.25);
  if (voice === 'bowed') return bowed(hertz, seconds, 1900);
  return pad(hertz, seconds, style.open);
}

/** Steps from one hit of a pattern to the next one, or to the end of the bar. */
const stepsToNext = (pattern: string, place: number): number =>
  [...`${pattern.slice(place + 1)}x`].findIndex((other) => other !== '.') + 1;

/** What plays a song: each part adds a bar to its mix. @param step samples of a step */
function makeBand(song: Song, style: Style, step: number, size: number) {
  const random = makeRandom(song.seed);
  const [drums, low, music] = [makeMix(size), makeMix(size), makeMix(size)];
  const kit = kitOf(random, style);
  const lead = random.fork('lead');
  /** Steps of the style's chord that the lead plays; -1 where it rests. */
  const motif = Array.from({ length: STEPS }, (_, place) =>
    lead.chance(place % 4 === 0 ? 0.75 : 0.28) ? lead.int(0, style.voices) : -1,
  );
  /** First samples of the kick: the others make room for it. */
  const beats: number[] = [];
  const noteSamples = new Map<string, Float32Array>();
  /** A note, which is made when it is first needed. */
  const note = (voice: Voice | 'bass', pitch: number, seconds: number): Float32Array => {
    const name = `${voice} ${pitch} ${seconds.toFixed(3)}`;
    const samples = noteSamples.get(name) ?? voiceOf(random, style, voice, hertzOf(pitch), seconds);
    noteSamples.set(name, samples);
    return samples;
  };
  const when = (bar: Bar, place: number): number => bar.at + (place + (place % 2) * style.swing) * step;
  /** The hits of a pattern: their steps, signs, and seconds until the next one. */
  const hitsOf = (name: string) => {
    const pattern = style.patterns[name] ?? rest;
    const hits = [...pattern].map((sign, place) => ({
      sign,
      place,
      seconds: (stepsToNext(pattern, place) * step) / RATE,
    }));
    return hits.filter(({ sign }) => sign !== '.');
  };
  return {
    mixes: { drums, low, music, beats, random },
    drums(bar: Bar, which: readonly string[]) {
      for (const drum of which)
        for (const [place, hit] of [...(style.patterns[drum] ?? rest)].entries()) {
          const isFill = bar.isLast && drum === 'snare' && place > 11 && random.chance(0.45);
          const isGhost = hit === '.' && style.ghosts > 0 && drum !== 'kick' && random.chance(style.ghosts);
          if (hit === '.' && !isFill && !isGhost) continue;
          const loud = hit === 'x' ? random.between(0.92, 1) : hit === 'o' ? 0.6 : random.between(0.2, 0.4);
          const at = when(bar, place) + random.between(-0.0035, 0.0035) * style.loose * RATE;
          add(drums, at, kit[drum]!, loud * loudness[drum]!, places[drum]);
          if (drum === 'kick') beats.push(Math.max(0, Math.round(at)));
        }
    },
    bass(bar: Bar) {
      for (const { sign, place, seconds } of hitsOf('bass')) {
        const pitch = bar.low + (sign === 'o' ? 12 : sign === '5' ? 7 : 0);
        add(low, when(bar, place), note('bass', pitch, Math.min(seconds, 2.2) * 0.96), 0.46);
      }
    },
    chords(bar: Bar) {
      const isPlucked = style.chordVoice === 'nylon' || style.chordVoice === 'wire';
      for (const { sign, place, seconds } of hitsOf('chords')) {
        const { chord } = bar;
        const degree = Number(sign);
        // `x` is the whole chord, a number one of its notes.
        const notes = sign === 'x' ? chord : [chord[degree % chord.length]! + (degree >= chord.length ? 12 : 0)];
        for (const [voice, pitch] of notes.entries()) {
          const pan = notes.length > 1 ? (voice / (notes.length - 1) - 0.5) * 0.9 : random.between(-0.4, 0.4);
          const at = when(bar, place) + (isPlucked ? voice * 0.012 * RATE : 0);
          const sound = note(style.chordVoice, pitch, seconds * (style.chordVoice === 'stab' ? 0.9 : 0.98));
          add(music, at, sound, (notes.length > 1 ? 0.34 : 0.46) * random.between(0.85, 1), pan);
        }
      }
    },
    pad(bar: Bar) {
      for (const [voice, pitch] of bar.chord.entries())
        add(music, bar.at, note('pad', pitch, ((STEPS * step) / RATE) * 1.15), 0.24, voice % 2 === 0 ? -0.6 : 0.6);
    },
    lead({ chord, ...bar }: Bar, index: number) {
      for (const [place, degree] of motif.entries()) {
        // Every second bar answers with its second half alone.
        if (degree < 0 || (index % 2 === 1 && place < 8 && place % 4 !== 0)) continue;
        const pitch = chord[degree % chord.length]! + 12 + (degree === chord.length ? 12 : 0);
        add(music, when({ chord, ...bar }, place), note(style.leadVoice, pitch, (3 * step) / RATE), 0.34, 0.2);
      }
    },
  };
}

/** Composes and plays a song. The same words give the same samples. */
export function play(song: Song): Mix {
  const style = styles[song.style];
  if (!style) throw new Error(`There is no style ${song.style}.`);
  const step = (60 / song.bpm / 4) * RATE;
  const bars = barsOf(song, style, step * STEPS);
  const size = Math.ceil(bars.length * step * STEPS + style.tail * RATE);
  const band = makeBand(song, style, step, size);
  // All draw from one source of chance: the order of the parts is a part of the song.
  for (const [index, bar] of bars.entries()) {
    const has = (part: string): boolean => bar.parts.includes(part);
    if (has('d')) band.drums(bar, Object.keys(loudness));
    else if (has('h')) band.drums(bar, ['hat', 'wood']);
    if (has('b')) band.bass(bar);
    if (has('c')) band.chords(bar);
    if (has('p')) band.pad(bar);
    if (has('l')) band.lead(bar, index);
  }
  const { drums, low, music, beats, random } = band.mixes;
  const sum = makeMix(size);
  duck(music, beats, style.duck);
  duck(low, beats, style.duck * 0.7);
  for (const part of [drums, low, music]) blend(sum, part, 1);
  if (style.echo > 0) blend(sum, echo(music, (style.echo * step) / RATE, 0.55), 0.42);
  const wet = makeMix(size);
  blend(wet, music, 1);
  blend(wet, drums, style.drumRoom);
  blend(sum, room(wet, style.hall), 0.07 + 0.13 * style.hall);
  for (const bar of bars.filter(({ parts }) => parts.includes('n')))
    for (const pan of [-0.8, 0.8])
      add(sum, bar.at, dust(random, (step * STEPS) / RATE, style.clicks, style.hiss), 0.7, pan);
  master(sum, song.drive ?? 1.4, song.level ?? 0.9, Math.min(1.2, style.tail));
  return sum;
}
