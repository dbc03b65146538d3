import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeMix, add } from '#scripts/demo/sound/mix.ts';

const run = promisify(execFile);

/** Packages of Debian that the loops are made with, and a file of each. */
const packages = {
  ffmpeg: '/usr/bin/ffmpeg',
  fluidsynth: '/usr/bin/fluidsynth',
  'fluid-soundfont-gm': '/usr/share/sounds/sf2/FluidR3_GM.sf2',
  'timgm6mb-soundfont': '/usr/share/sounds/sf2/TimGM6mb.sf2',
  mma: '/usr/bin/mma',
  'openttd-openmsx': '/usr/share/games/openttd/baseset/openmsx',
  'simutrans-data': '/usr/share/games/simutrans/music',
  'hydrogen-data': '/usr/share/hydrogen/data',
  sox: '/usr/bin/sox',
} as const;

/** Where a package's file is. */
export const placeOf = (name: keyof typeof packages): string => packages[name];

/** @throws one sentence that names the packages that are missing */
export function requirePackages(): void {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length > 0) throw new Error(`The loops need packages of Debian: apt-get install ${missing.join(' ')}`);
}

/** Samples of a sound file, or of what `sox` synthesises, in one channel. */
const floats = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)));
const output = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;

/** Decodes a sound file to one channel. */
export async function decoded(file: string, rate: number): Promise<Float32Array> {
  const args = ['-v', 'error', '-nostdin', '-i', file, '-ac', '1', '-ar', String(rate), '-f', 'f32le', 'pipe:1'];
  return floats((await run(packages.ffmpeg, args, output)).stdout);
}

/** A sound by `sox`. @param effects such as `synth 1 pluck A2` */
export async function synthesised(effects: string, rate: number): Promise<Float32Array> {
  const args = ['-R', '-n', '-r', String(rate), '-c', '1', '-b', '32', '-e', 'floating-point', '-t', 'raw', '-'];
  return floats((await run(packages.sox, [...args, ...effects.split(' ')], output)).stdout);
}

/** The MIDI file that `mma` makes of a chart. */
export async function accompaniment(chart: string, midi: string): Promise<void> {
  await run(packages.mma, ['-f', midi, chart], { cwd: path.dirname(midi) });
}

/** Plays the beginning of a MIDI file, in one channel. */
export async function played(
  midi: string,
  soundFont: 'fluid-soundfont-gm' | 'timgm6mb-soundfont',
  rate: number,
  seconds: number,
): Promise<Float32Array> {
  const settings = ['-n', '-i', '-q', '-r', String(rate), '-g', '0.6', '-O', 's16', '-T', 'raw', '-F', '/dev/stdout'];
  const args = [packages.fluidsynth, ...settings, packages[soundFont], midi];
  // Its output must be a pipe, and Node's are sockets; and it would play to the end.
  const script = 'bytes="$1"; shift; "$@" 2>/dev/null | head -c "$bytes"';
  const bytes = Math.ceil(seconds * rate) * 4;
  const { stdout } = await run('sh', ['-c', script, 'sh', String(bytes), ...args], output);
  if (stdout.length === 0) throw new Error(`fluidsynth has not played ${midi}.`);
  return Float32Array.from(
    { length: Math.floor(stdout.length / 4) },
    (_, at) => (stdout.readInt16LE(at * 4) + stdout.readInt16LE(at * 4 + 2)) / 65_536,
  );
}

/** Hits and notes on a grid: what a sequencer has. Times are in beats. */
export interface Sequenced {
  readonly beats: number;
  readonly bpm: number;
  readonly rate: number;
  /** Seconds behind the last bar that belong to the sound. */
  readonly tail: number;
}

/** A sequencer: sounds at beats; what rings behind the end goes on at the beginning, as in a loop, unless there is a tail. */
export function makeSequencer({ beats, bpm, rate, tail }: Sequenced) {
  const length = Math.round((beats * 60 * rate) / bpm);
  const mix = makeMix(length + Math.round(tail * rate));
  return {
    hit(beat: number, sound: Float32Array, gain: number): void {
      const at = (beat * 60 * rate) / bpm;
      add(mix, at, sound, gain);
      if (tail === 0) add(mix, 0, sound.subarray(Math.max(0, length - Math.round(at))), gain);
    },
    samples: mix.left,
  };
}
