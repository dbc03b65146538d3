import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Random, makeRandom } from '#scripts/demo/random.ts';
import { RATE } from '#scripts/demo/sound/mix.ts';
import { play, secondsOf } from '#scripts/demo/sound/song.ts';
import { demoUploads } from '#scripts/demo/uploads.ts';
import { type Chord, type Genre, type Loop, genres, hitsOf, progressionOf } from './loop.ts';
import { chordName, readMidi } from './midi.ts';
import { accompaniment, decoded, makeSequencer, placeOf, played, synthesised } from './programs.ts';

/** Samples a second of what programs play. */
const PLAYED_RATE = 44_100;

/** A part of a sound. */
const cut = (samples: Float32Array, rate: number, from: number, seconds: number): Float32Array =>
  samples.slice(Math.round(from * rate), Math.round(from * rate) + Math.round(seconds * rate));

/** The demo's songs: every second one is cut to whole bars, as a loop is, the others end as songs do. */
function* ofOwnSynthesiser(): Generator<Loop> {
  for (const [index, song] of demoUploads.flatMap(({ songs = [] }) => songs).entries()) {
    const { left } = play({ ...song, seed: `bench ${index}` });
    const samples = index % 2 === 0 ? left.slice(0, Math.round(secondsOf(song) * RATE)) : left;
    const hasDrums = song.plan.includes('d');
    const key = song.style === 'drumsOnly' && !song.plan.includes('c') ? null : song.key;
    const name = `${song.style} ${song.bpm} ${song.key}`;
    yield { maker: 'own synthesiser', name, samples, rate: RATE, tempo: hasDrums ? song.bpm : null, key };
  }
}

/** Grooves of Musical MIDI Accompaniment with tempos that are usual for them, or that their authors name. */
const grooves =
  'House:124 Techno:134 Rave:140 Trance1:136 DancePop1:122 DancePop3:118 8BeatDance:128 ElectricPop:120 LatinHouse:125 80sPop:112 8Beat1:108 8Beat3:116 8BeatBallad1:76 8BeatBallad3:70 16Beat1:96 16Beat3:100 16BeatBallad1:68 PopBallad:72 PopRock1:120 PopRock2:128 Rock1:126 Rock2:132 HeavyMetal:140 60sRock:134 60sSoul:110 SoulPop:104 Soul:100 DigitalRock:118 Funk1:104 Funk2:100 Kfunk1A:112 Hip-Hop:92 HipHop:90 TripHop:82 MellowRB:84 R&B:94 TeamTechno:97 PopShuffle1:120 ShuffleRock:116 Twist:150 Swing:140 SlowSwing:96 ModernJazz:150 JazzCombo:130 BossaNova:128 Rhumba:108 ChaCha:122 Beguine:116 BasicRock:120 FolkRock:112 SoftRock:98 BubbleRock:124 Blues:100 CountryBlues:96 Bebop:140 WesternSwing:130 fasttwistA:140 kbossaIntroA:120 BoneyM:116 RockBallad:74'
    .split(' ')
    .map((groove) => groove.split(':') as [string, string]);

/** Accompaniments to chord charts: two rounds are played, and the second is the loop, so that what rings is in it. */
async function* ofAccompaniments(folder: string): AsyncGenerator<Loop> {
  const random = makeRandom('accompaniments');
  for (const [index, [groove, tempo]] of grooves.entries()) {
    const { key, chords } = progressionOf(random);
    const bars = index % 3 === 0 ? 8 : 4;
    const names = Array.from({ length: bars * 2 + 1 }, (_, bar) => chords[bar % 4]!);
    const lines = names.map(({ root, isMinor }, bar) => `${bar + 1} ${chordName(root, isMinor)}`);
    const chart = path.join(folder, 'chart.mma');
    const midi = path.join(folder, 'chart.mid');
    await writeFile(chart, `Tempo ${tempo}\nGroove ${groove}\n${lines.join('\n')}\n`);
    await accompaniment(chart, midi);
    const seconds = (bars * 4 * 60) / Number(tempo);
    const sound = await played(midi, 'fluid-soundfont-gm', PLAYED_RATE, seconds * 2);
    const samples = cut(sound, PLAYED_RATE, seconds, seconds);
    const name = `${groove} ${tempo} ${key}`;
    yield { maker: 'accompaniments', name, samples, rate: PLAYED_RATE, tempo: Number(tempo), key };
  }
}

/** Bars before what is taken of a song, and how many are taken. */
const SKIPPED_BARS = 16;
const TAKEN_BARS = 8;

/**
 * Music of two games, by many composers, with the tempos that they set: eight bars, and of every second one rather a
 * part that begins and ends anywhere.
 */
async function* ofGames(): AsyncGenerator<Loop> {
  const folders = [placeOf('openttd-openmsx'), placeOf('simutrans-data')];
  const files = (
    await Promise.all(folders.map(async (one) => (await readdir(one)).map((file) => path.join(one, file))))
  )
    .flat()
    .filter((file) => file.endsWith('.mid'))
    .toSorted();
  for (const [index, file] of files.entries()) {
    const { tempos, bar, firstNote, end } = readMidi(await readFile(file));
    if (bar === null || tempos.length === 0) continue;
    const first = Math.floor(firstNote / bar);
    const from = (first + Math.min(SKIPPED_BARS, Math.floor(end / bar / 2) - TAKEN_BARS)) * bar;
    const to = from + (TAKEN_BARS + 1) * bar;
    const tempo = tempos.findLast(({ at }) => at <= Math.max(0.5, firstNote))?.bpm;
    const isSteady = tempos.every(({ at, bpm }) => at <= 0.5 || at > to || Math.abs(bpm - tempo!) < 0.01);
    if (tempo === undefined || !isSteady || from < 0) continue;
    const lead = tempos.find(({ at }) => at === 0)?.bpm ?? 120;
    // A file may begin with half a beat at another tempo.
    const offset = lead === tempo ? 0 : 0.5 * (60 / lead - 60 / tempo);
    const beat = 60 / tempo;
    const isLoop = index % 2 === 0;
    const seconds = isLoop ? TAKEN_BARS * bar * beat : 20;
    const begin = offset + from * beat + (isLoop ? 0 : 0.37);
    const sound = await played(file, 'timgm6mb-soundfont', PLAYED_RATE, begin + seconds);
    const samples = cut(sound, PLAYED_RATE, begin, seconds);
    const name = path.basename(file, '.mid');
    yield { maker: 'games', name, samples, rate: PLAYED_RATE, tempo: Math.round(tempo * 100) / 100, key: null };
  }
}

const textOf = (xml: string, tag: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
const partsOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, part]) => part!);

/** A kit of Hydrogen: the samples of its instruments, by name and by number. */
async function kitOf(kit: string): Promise<{ name: string; id: string; samples: Float32Array }[]> {
  const folder = path.join(placeOf('hydrogen-data'), 'drumkits', kit);
  const xml = await readFile(path.join(folder, 'drumkit.xml'), 'utf8');
  return await Promise.all(
    partsOf(xml, 'instrument').map(async (instrument) => ({
      name: textOf(instrument, 'name'),
      id: textOf(instrument, 'id'),
      samples: await decoded(path.join(folder, partsOf(instrument, 'filename').at(-1)!), RATE),
    })),
  );
}

/** The demo songs of Hydrogen, two different bars of each at a time, on the kit that they name. */
async function* ofHydrogenSongs(): AsyncGenerator<Loop> {
  const folder = path.join(placeOf('hydrogen-data'), 'demo_songs');
  for (const file of (await readdir(folder)).toSorted()) {
    const xml = await readFile(path.join(folder, file), 'utf8');
    const bpm = Number(textOf(xml, 'bpm'));
    const kit = await kitOf(file.startsWith('TR808') ? 'TR808EmulationKit' : 'GMRockKit');
    const patterns = partsOf(xml, 'pattern')
      .filter((pattern) => textOf(pattern, 'size') === '192')
      .map((pattern) => partsOf(pattern, 'note'))
      .filter((notes) => notes.length >= 8);
    for (let first = 0; first + 1 < patterns.length && first < 12; first += 2) {
      const sequencer = makeSequencer({ beats: 16, bpm, rate: RATE, tail: first % 4 === 0 ? 0 : 0.8 });
      for (let bar = 0; bar < 4; bar++)
        for (const note of patterns[first + (bar % 2)]!) {
          const sound = kit.find(({ id }) => id === textOf(note, 'instrument'));
          if (sound)
            sequencer.hit(
              bar * 4 + Number(textOf(note, 'position')) / 48,
              sound.samples,
              0.5 * Number(textOf(note, 'velocity')),
            );
        }
      const name = `${path.basename(file, '.h2song')} ${first} ${bpm}`;
      yield { maker: 'Hydrogen', name, samples: sequencer.samples, rate: RATE, tempo: bpm, key: null };
    }
  }
}

/** Sounds by which a genre is played. */
interface Voices {
  readonly kick: Float32Array;
  readonly snare: Float32Array;
  readonly hat: Float32Array;
  /** A note of so many seconds; null where there are drums alone. */
  readonly note: ((half: number, seconds: number, part: 'bass' | 'chords') => Promise<Float32Array>) | null;
}

/** Plays bars of a genre. @param parts without `drums` nobody can say the tempo of long chords */
async function inGenre(
  genre: Genre,
  { bpm, bars, tail, chords, random }: { bpm: number; bars: number; tail: number; chords: Chord[]; random: Random },
  { kick, snare, hat, note }: Voices,
): Promise<Float32Array> {
  const sequencer = makeSequencer({ beats: bars * 4, bpm, rate: RATE, tail });
  const { swing = 0 } = genre;
  for (let bar = 0; bar < bars; bar++) {
    const loose = () => random.between(-0.008, 0.008);
    for (const { beat, gain } of hitsOf(genre.kick, swing)) sequencer.hit(bar * 4 + beat, kick, 0.8 * gain);
    for (const { beat, gain } of hitsOf(genre.snare, swing)) sequencer.hit(bar * 4 + beat + loose(), snare, 0.6 * gain);
    for (const { beat, gain } of hitsOf(genre.hat, swing)) sequencer.hit(bar * 4 + beat + loose(), hat, 0.3 * gain);
    if (!note) continue;
    const { root, isMinor } = chords[bar % chords.length]!;
    for (const part of ['bass', 'chords'] as const) {
      const hits = hitsOf(genre[part], swing);
      for (const [index, { beat, gain }] of hits.entries()) {
        const seconds = (((hits[index + 1]?.beat ?? 4) - beat) * 60) / bpm;
        const notes = part === 'bass' ? [root - 24] : [root, root + (isMinor ? 3 : 4), root + 7];
        for (const half of notes)
          sequencer.hit(bar * 4 + beat, await note(half, seconds, part), gain * (part === 'bass' ? 0.35 : 0.16));
      }
    }
  }
  return sequencer.samples;
}

/** Every genre on the kits of Hydrogen, drums alone. */
async function* ofHydrogenKits(): AsyncGenerator<Loop> {
  const random = makeRandom('kits');
  for (const [index, name] of ['GMRockKit', 'TR808EmulationKit'].entries()) {
    const kit = await kitOf(name);
    const named = (pattern: RegExp) => kit.find((one) => pattern.test(one.name))!.samples;
    const voices = { kick: named(/^Kick/), snare: named(/^Snare/), hat: named(/Closed/), note: null };
    for (const genre of genres) {
      const bpm = random.int(...genre.tempos);
      const bars = random.pick([1, 2, 2, 4, 8]);
      const tail = index === 1 && random.chance(0.5) ? 0.7 : 0;
      // One bar of a slow loop is enough, of a fast one it is no loop.
      const options = { bpm, bars: bpm > 120 ? Math.max(2, bars) : bars, tail, chords: [], random };
      const samples = await inGenre(genre, options, voices);
      yield { maker: 'Hydrogen', name: `${genre.name} ${name} ${bpm}`, samples, rate: RATE, tempo: bpm, key: null };
    }
  }
}

/** Waves of `sox` for basses and chords. */
const waves = [
  ['sawtooth', 'pluck'],
  ['sine', 'pluck'],
  ['square', 'sawtooth'],
  ['triangle', 'triangle'],
  ['exp', 'trapezium'],
  ['pluck', 'square'],
] as const;

/** Every genre, three times, by waves and noise of `sox`. The third is out of tune, as old tapes are. */
async function* ofSox(): AsyncGenerator<Loop> {
  const random = makeRandom('sox');
  const kick = await synthesised('synth 0.25 sine 150:45 fade l 0 0.25 0.22 gain -2', RATE);
  const snare = await synthesised('synth 0.18 pinknoise fade l 0 0.18 0.17 highpass 300 gain -1', RATE);
  const hat = await synthesised('synth 0.06 whitenoise fade l 0 0.06 0.055 highpass 5000 gain -6', RATE);
  for (let round = 0; round < 3; round++)
    for (const [index, genre] of genres.entries()) {
      const [bass, lead] = waves[(index + round) % waves.length]!;
      const cents = round === 2 ? random.int(-35, 35) : 0;
      const bpm = random.int(...genre.tempos);
      const { key, chords } = progressionOf(random);
      const made = new Map<string, Promise<Float32Array>>();
      const note: Voices['note'] = async (half, seconds, part) => {
        const hertz = 440 * 2 ** ((half - 9 + cents / 100) / 12);
        const wave = part === 'bass' ? bass : lead;
        const length = Math.max(0.12, Math.min(seconds, 2)).toFixed(3);
        const sharp = part === 'bass' ? 'lowpass 700' : 'lowpass 3500';
        const effects = `synth ${length} ${wave} ${hertz.toFixed(3)} fade l 0.005 ${length} 0.05 ${sharp} gain -3`;
        const known = made.get(effects) ?? synthesised(effects, RATE);
        made.set(effects, known);
        return await known;
      };
      const options = { bpm, bars: random.pick([4, 4, 8]), tail: random.chance(0.3) ? 1.1 : 0, chords, random };
      const samples = await inGenre(genre, options, { kick, snare, hat, note });
      yield {
        maker: 'sox',
        name: `${genre.name} ${bpm} ${key} ${lead} ${cents}`,
        samples,
        rate: RATE,
        tempo: bpm,
        key,
      };
    }
}

/** Makers with what they make. @param folder for what they write meanwhile */
const makers = (folder: string): [string, () => Iterable<Loop> | AsyncIterable<Loop>][] => [
  ['own synthesiser', ofOwnSynthesiser],
  ['sox', ofSox],
  ['Hydrogen', ofHydrogenSongs],
  ['Hydrogen', ofHydrogenKits],
  ['accompaniments', () => ofAccompaniments(folder)],
  ['games', ofGames],
];

/** Loops by the makers whose name holds a text. */
export async function* loopsOf(only: string, folder: string): AsyncGenerator<Loop> {
  for (const [name, make] of makers(folder)) if (name.toLowerCase().includes(only.toLowerCase())) yield* make();
}
