import { crc32 } from 'node:zlib';
import { tonics } from '#contract/limits/music.ts';
import type { ArchiveEntry } from '#server/platform/archive/directory.ts';
import { zipOf } from '#server/platform/archive/write.ts';
import { Readable } from 'node:stream';
import { makeRandom } from '../random.ts';
import { bass, clap, dust, hat, kick, snare, wood } from './voices.ts';
import { monoWav } from './wav.ts';

/** A file of an archive. */
interface Part {
  readonly path: string;
  readonly content: Buffer;
}

const sound = (path: string, samples: Float32Array): Part => ({ path: `${path}.wav`, content: monoWav(samples) });
const note = (path: string, lines: readonly string[]): Part => ({
  path,
  content: Buffer.from(`${lines.join('\r\n')}\r\n`, 'utf8'),
});
const hertzOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

/** Wood, metal and paper in a stairwell. @param isDry with the door, as of the second version */
function stairwell(isDry: boolean): Part[] {
  const random = makeRandom('stairwell');
  const four = [1, 2, 3, 4];
  const name = (group: string, of: string, number: number): string => `Stairwell Kit/${group}/${of} ${number}`;
  return [
    ...four.map((at) => sound(name('Kicks', 'Box', at), kick(42 + at * 4, 0.22 + at * 0.05))),
    ...four.map((at) => sound(name('Snares', 'Ring binder', at), snare(random, 165 + at * 18, 0.5 + at * 0.15))),
    ...four.map((at) => sound(name('Hats', 'Keys', at), hat(random, 0.03 + at * 0.03))),
    ...[1, 2].map((at) => sound(name('Claps', 'Three landings', at), clap(random))),
    ...four.map((at) => sound(name('Percussion', 'Railing', at), wood(300 + at * 140, 0.2))),
    ...(isDry ? [1, 2].map((at) => sound(name('Doors', 'Door, dry', at), wood(70 + at * 14, 0.3))) : []),
    note('Stairwell Kit/Read me.txt', [
      'Recorded in one stairwell, on a Sunday.',
      'Use it in anything. No credit needed.',
    ]),
  ];
}

/** One 808 for each note. */
const eights = (): Part[] =>
  tonics.map((tonic, at) => sound(`Warm 808s/808 ${tonic}`, bass('long', hertzOf(31 + at), 1.1)));

function brushes(): Part[] {
  const random = makeRandom('brushes');
  return [
    ...[1, 2, 3].map((at) => sound(`Cassette Brushes/Tap ${at}`, snare(random, 150 + at * 12, 0.3))),
    ...[1, 2, 3].map((at) => sound(`Cassette Brushes/Swish ${at}`, dust(random, 0.4 + at * 0.1, 40, 0.2))),
    ...[1, 2].map((at) => sound(`Cassette Brushes/Hiss ${at}`, dust(random, 1, 4 * at, 0.04))),
  ];
}

/** Markers on every beat, as editing programs read them. */
function markers(bpm: number): Part {
  const beat = 60 / bpm;
  const lines = Array.from({ length: 64 }, (_, at) => {
    const frames = Math.round(at * beat * 25);
    return `      <marker start="${frames}/25s" duration="1/25s" value="${at % 4 === 0 ? `Bar ${at / 4 + 1}` : `Beat ${(at % 4) + 1}`}"/>`;
  });
  return note(`Cuts on the Beat/${bpm} bpm.fcpxml`, [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<fcpxml version="1.10"><library><event name="Cuts on the Beat">',
    `  <project name="${bpm} bpm"><sequence><spine><gap duration="60s">`,
    ...lines,
    '  </gap></spine></sequence></project></event></library></fcpxml>',
  ]);
}

/** A colour table. @param at the red, green and blue of a place, 0 to 1 each */
function table(name: string, at: (red: number, green: number, blue: number) => readonly number[]): Part {
  const size = 9;
  const steps = Array.from({ length: size }, (_, index) => index / (size - 1));
  const rows = steps.flatMap((blue) =>
    steps.flatMap((green) =>
      steps.map((red) =>
        at(red, green, blue)
          .map((part) => Math.min(1, Math.max(0, part)).toFixed(4))
          .join(' '),
      ),
    ),
  );
  return note(`Tracking Errors/${name}.cube`, [`TITLE "${name}"`, `LUT_3D_SIZE ${size}`, ...rows]);
}

const archives = {
  stairwell: () => stairwell(false),
  'stairwell, dry door': () => stairwell(true),
  eights,
  brushes,
  cuts: () => [
    ...[90, 120, 140].map(markers),
    note('Cuts on the Beat/How to.txt', ['Drop the project on your timeline and cut at the markers.']),
  ],
  tubes: () => [
    table('Tired tube', (red, green, blue) => [red * 0.9 + 0.06, green * 0.86 + 0.05, blue * 0.74 + 0.08]),
    table('Third copy', (red, green, blue) => [
      0.5 * red + 0.3 * green + 0.1,
      0.8 * green + 0.06,
      0.6 * blue + 0.2 * red,
    ]),
    table('Left in the sun', (red, green, blue) => [red ** 0.8, green * 0.92 + 0.03, blue * 0.62 + 0.05]),
  ],
} satisfies Record<string, () => Part[]>;

/** The archives of the demo's kits and packs. */
export type DemoArchive = keyof typeof archives;

/** Makes an archive: a ZIP of stored files. */
export async function makeArchive(name: DemoArchive): Promise<Buffer> {
  const parts = new Map(archives[name]().map(({ path, content }) => [path, content]));
  const entries = [...parts].map(([path, content]): ArchiveEntry => ({
    path,
    method: 0,
    crc: crc32(content),
    packed: content.length,
    bytes: content.length,
    offset: 0,
  }));
  const { content } = zipOf(entries, async ({ path }) => Readable.from([parts.get(path)!]));
  return Buffer.concat(await Array.fromAsync(content()));
}
