import { describe, expect, it } from 'vitest';
import { tonics } from '#platform/contract/music-limits.ts';
import { makeRandom } from '#scripts/demo/random.ts';
import { RATE, add, makeMix } from '#scripts/demo/sound/mix.ts';
import { bass, chip, clap, hat, keys, kick, pad, snare, wood } from '#scripts/demo/sound/voices.ts';
import { wavOfSamples } from '#site/testing/wav.ts';
import { type SoundFacts, SoundAnalysis, wavPlaysEverywhere } from './analyse.ts';

/** A sound of the project's own synthesiser, with what is true of it. */
interface Labelled {
  readonly name: string;
  readonly samples: Float32Array;
  readonly tempo: number | null;
  /** `undefined`: nobody could say. */
  readonly key: string | null | undefined;
}

const random = makeRandom('labelled sounds');
const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);
const drums = { kick: kick(48, 0.4), snare: snare(random, 190, 0.8), hat: hat(random, 0.05), clap: clap(random) };

/** Four bars or two of drums. @param swing of the eighths between the beats */
function drumLoop(bpm: number, kind: number): Float32Array {
  const beat = (60 / bpm) * RATE;
  const beats = bpm < 100 ? 8 : 16;
  const mix = makeMix(Math.round(beat * beats));
  for (let at = 0; at < beats; at++) {
    const isBack = at % 2 === 1;
    if (kind === 0 || !isBack) add(mix, at * beat, drums.kick, 0.9);
    if (isBack) add(mix, at * beat, kind === 2 ? drums.clap : drums.snare, 0.6);
    for (const part of kind === 1 ? [0, 0.25, 0.5, 0.75] : [0, 0.5]) add(mix, (at + part) * beat, drums.hat, 0.2);
    if (kind === 2 && at % 4 === 2) add(mix, (at + 0.75) * beat, drums.kick, 0.8);
  }
  return mix.left;
}

/** Chords and a bass, as a key is made plain: tonic, fourth, fifth, tonic. */
function chords(tonic: number, isMinor: boolean, voice: typeof keys): Float32Array {
  const third = isMinor ? 3 : 4;
  const mix = makeMix(RATE * 4);
  for (const [at, root] of [0, 5, 7, 0].entries()) {
    const middle = isMinor && root === 7 ? 4 : third;
    for (const note of [0, middle, 7]) add(mix, at * RATE, voice(hertz(60 + tonic + root + note - 12), 0.95), 0.25);
    add(mix, at * RATE, bass('round', hertz(36 + tonic + root), 0.9), 0.4);
  }
  return mix.left;
}

const loops: Labelled[] = [70, 76, 82, 88, 92, 96, 100, 108, 115, 120, 124, 128, 132, 136, 140].flatMap((bpm) =>
  [0, 1, 2].map((kind) => ({ name: `loop ${bpm} ${kind}`, samples: drumLoop(bpm, kind), tempo: bpm, key: undefined })),
);
const harmonies: Labelled[] = tonics.flatMap((name, tonic) =>
  [false, true].map((isMinor) => ({
    name: `chords ${name}${isMinor ? 'm' : ''}`,
    samples: chords(tonic, isMinor, tonic % 2 === 0 ? keys : (pitch, seconds) => pad(pitch, seconds, 1200)),
    tempo: null,
    key: `${name}${isMinor ? 'm' : ''}`,
  })),
);
const notes: Labelled[] = tonics.flatMap((name, tonic) => [
  { name: `808 ${name}`, samples: bass('long', hertz(36 + tonic), 1.4), tempo: null, key: name },
  { name: `keys ${name}`, samples: keys(hertz(60 + tonic), 1.2), tempo: null, key: name },
  { name: `chip ${name}`, samples: chip(hertz(48 + tonic), 0.8, 0.5), tempo: null, key: name },
]);
const hits: Labelled[] = Array.from({ length: 6 }, (_, at) => [
  { name: `snare ${at}`, samples: snare(random, 160 + at * 12, 1), tempo: null, key: null },
  { name: `hat ${at}`, samples: hat(random, 0.05 + at * 0.05), tempo: null, key: null },
  { name: `clap ${at}`, samples: clap(random), tempo: null, key: null },
  { name: `wood ${at}`, samples: wood(400 + at * 37, 0.1), tempo: null, key: undefined },
]).flat();

const wavOf = (samples: Float32Array): Buffer => wavOfSamples(samples, RATE);

function factsOf(content: Buffer, chunk = 16_384): SoundFacts {
  const analysis = new SoundAnalysis(content.length);
  for (let at = 0; at < content.length; at += chunk) analysis.add(content.subarray(at, at + chunk));
  return analysis.finish();
}

describe('the analysis of sounds', () => {
  it('finds tempo and key of labelled sounds of the own synthesiser', () => {
    const all = [...loops, ...harmonies, ...notes, ...hits];
    expect(all.length).toBeGreaterThanOrEqual(100);
    const found = all.map((one) => ({ one, facts: factsOf(wavOf(one.samples)) }));
    const withTempo = found.filter(({ one }) => one.tempo !== null);
    const withKey = found.filter(({ one }) => one.key !== undefined && one.key !== null);
    const tempoOk = withTempo.filter(({ one, facts }) => Math.abs((facts.tempo ?? 0) / one.tempo! - 1) < 0.02);
    const keyOk = withKey.filter(({ one, facts }) => facts.key === one.key);
    const quiet = found.filter(({ one }) => one.key === null);
    const quietOk = quiet.filter(({ facts }) => facts.key === null && facts.tempo === null);
    const lines = found
      .filter(
        ({ one, facts }) =>
          (one.tempo !== null && !(Math.abs((facts.tempo ?? 0) / one.tempo - 1) < 0.02)) ||
          (one.key !== undefined && facts.key !== one.key),
      )
      .map(({ one, facts }) => `  ${one.name}: tempo ${facts.tempo}, key ${facts.key}`);
    const report = [
      `${all.length} labelled sounds: tempo ${tempoOk.length} of ${withTempo.length}, key ${keyOk.length} of ${withKey.length}, drums without a pitch ${quietOk.length} of ${quiet.length}`,
      ...lines,
    ].join('\n');
    process.stdout.write(`${report}\n`);
    expect(tempoOk.length / withTempo.length).toBeGreaterThan(0.95);
    expect(keyOk.length / withKey.length).toBeGreaterThan(0.95);
    expect(quietOk.length / quiet.length).toBeGreaterThan(0.8);
    for (const { facts } of found) {
      const { tempos, keys: names } = facts.candidates!;
      expect([tempos[0] ?? null, names[0] ?? null]).toEqual([facts.tempo, facts.key]);
      for (const list of [tempos.map(String), names]) {
        expect(list.length).toBeLessThanOrEqual(3);
        expect(new Set(list).size).toBe(list.length);
      }
    }
  });

  it('finds length and outline of PCM in any form, in chunks of any size', () => {
    const { samples } = notes[0]!;
    const wav = wavOf(samples);
    const whole = factsOf(wav, wav.length);
    expect(whole).toMatchObject({ contentType: 'audio/wav', durationMs: 1400 });
    expect(whole.peaks!.length).toBeLessThanOrEqual(48);
    expect(Math.max(...whole.peaks!)).toBeGreaterThan(100);
    expect(factsOf(wav, 777)).toEqual(whole);
    // The same as AIFF: big-endian, with a rate of 80 bits.
    const aiff = Buffer.alloc(54 + samples.length * 2);
    aiff.write('FORM', 0, 'latin1');
    aiff.writeUInt32BE(aiff.length - 8, 4);
    aiff.write('AIFFCOMM', 8, 'latin1');
    aiff.writeUInt32BE(18, 16);
    aiff.writeUInt16BE(1, 20);
    aiff.writeUInt32BE(samples.length, 22);
    aiff.writeUInt16BE(16, 26);
    aiff.writeUInt16BE(16_383 + 14, 28);
    aiff.writeUInt32BE(RATE * 2 ** 17, 30);
    aiff.write('SSND', 38, 'latin1');
    aiff.writeUInt32BE(8 + samples.length * 2, 42);
    for (let at = 0; at < samples.length; at++) aiff.writeInt16BE(wav.readInt16LE(44 + at * 2), 54 + at * 2);
    expect(factsOf(aiff)).toEqual({ ...whole, contentType: 'audio/aiff', playsEverywhere: false });
  });

  it.each([-12, -24, -33])('draws a sound of %i dBFS in the shape of a loud one, and silence flat', (level) => {
    const ramp = (gain: number) => wavOf(Float32Array.from({ length: 4800 }, (_, at) => (gain * at) / 4800));
    const loud = factsOf(ramp(1)).peaks!;
    // 16 bits are rough far below full scale.
    for (const [at, peak] of factsOf(ramp(10 ** (level / 20))).peaks!.entries())
      expect(Math.abs(peak - loud[at]!)).toBeLessThanOrEqual(2);
    expect(Math.max(...factsOf(wavOf(new Float32Array(4800))).peaks!)).toBe(0);
  });

  it('knows of a WAV that is too large to be read whether it plays everywhere, by its head', () => {
    const head = wavOf(new Float32Array(100));
    const total = 2 ** 31;
    expect(wavPlaysEverywhere(head, total)).toBe(true);
    const float = Buffer.from(head);
    float.writeUInt16LE(3, 20);
    float.writeUInt16LE(32, 34);
    const rf64 = Buffer.concat([Buffer.from('RF64'), head.subarray(4)]);
    for (const other of [float, rf64, Buffer.from('fLaC'), Buffer.alloc(0)])
      expect(wavPlaysEverywhere(other, total)).toBe(false);
  });

  it('finds the tempo of loops of any length, and of what is cut out of a song', () => {
    const samples = drumLoop(124, 1);
    const seconds = (bars: number): number => (bars * 4 * 60) / 124;
    const cuts: readonly [string, number, number][] = [
      ['one bar', 0, seconds(1)],
      ['three bars', 0, seconds(3)],
      ['a tail', 0, seconds(4) - 0.4],
      ['anywhere', 0.31, 5.9],
    ];
    for (const [name, from, to] of cuts) {
      const { tempo } = factsOf(wavOf(samples.slice(Math.round(from * RATE), Math.round(to * RATE))));
      expect(Math.abs(tempo! / 124 - 1), `${name}: ${tempo}`).toBeLessThan(0.01);
    }
  });

  it('finds the key of what is out of tune', () => {
    for (const cents of [-40, -20, 20, 40]) {
      const factor = 2 ** (cents / 1200);
      const samples = chords(4, true, keys);
      const stretched = Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, at) => {
        const from = Math.floor(at * factor);
        const part = at * factor - from;
        return samples[from]! * (1 - part) + (samples[from + 1] ?? 0) * part;
      });
      expect(factsOf(wavOf(stretched)).key, `${cents} cents`).toBe('Em');
    }
  });

  it.each([
    ['silence', () => 0],
    ['one value', () => 0.7],
    ['noise', (at: number) => ((Math.imul(at + 1, 2_654_435_761) >>> 8) % 2000) / 1000 - 1],
    ['one click', (at: number) => (at === 9000 ? 1 : 0)],
    ['a hit that rings', (at: number) => Math.exp(-at / 9000) * Math.sin(at / 3)],
  ])('finds no tempo in %s', (_name, sample) => {
    const { tempo, candidates } = factsOf(wavOf(Float32Array.from({ length: RATE * 4 }, (_, at) => sample(at))));
    expect([tempo, candidates!.tempos]).toEqual([null, []]);
  });

  it('finds no tempo in a tone that only sounds on', () => {
    const tone = Float32Array.from({ length: RATE * 4 }, (_, at) => 0.4 * Math.sin((2 * Math.PI * 330 * at) / RATE));
    expect(factsOf(wavOf(tone))).toMatchObject({ tempo: null, key: 'E' });
  });

  it('says nothing of what is not plain samples, and of a head without samples', () => {
    const none = {
      contentType: null,
      durationMs: null,
      tempo: null,
      key: null,
      candidates: null,
      peaks: null,
      playsEverywhere: false,
    };
    expect(factsOf(Buffer.from('MZ a program that is called kick.wav'))).toEqual(none);
    expect(factsOf(Buffer.from('RIFF\0\0\0\0WAVE'))).toEqual(none);
    expect(factsOf(wavOf(new Float32Array(0)))).toMatchObject({
      contentType: 'audio/wav',
      durationMs: 0,
      tempo: null,
      key: null,
    });
    expect(factsOf(Buffer.from('fLaC and more'))).toEqual(none);
  });
});
