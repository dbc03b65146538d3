import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { zipOf } from '#platform/server/archive/write.ts';
import { readData } from '../parse.ts';
import { type Random, makeRandom } from '../random.ts';
import { bass, clap, dust, hat, kick, snare, wood } from './voices.ts';
import { wavOf } from './wav.ts';

/** An archive of a kit or pack: sounds, several of which are a step apart (`with=42+4`), and files of text. */
interface Archive {
  readonly name: string;
  /** The archive whose files it has too. */
  readonly basis?: string;
  readonly sounds?: readonly {
    readonly path: string;
    readonly times?: number;
    readonly voice: string;
    readonly with?: string | number;
  }[];
  readonly files?: readonly { readonly path: string; readonly text: string }[];
}

const archives = readData<Archive>('sound/archives.txt', {
  '=== archive': 'name basis',
  '--- sound': 'path times voice with',
  '--- file': 'path',
});

const voices: Readonly<Record<string, (random: Random, ...numbers: number[]) => Float32Array>> = {
  kick: (_random, deep, long) => kick(deep, long),
  snare: (random, pitch, wires) => snare(random, pitch, wires),
  clap,
  hat: (random, long) => hat(random, long),
  wood: (_random, pitch, long) => wood(pitch, long),
  long: (_random, hertz, seconds) => bass('long', hertz, seconds),
  dust: (random, seconds, density, hiss) => dust(random, seconds, density, hiss),
};

function partsOf(name: string): [path: string, content: Buffer][] {
  const archive = archives.find((candidate) => candidate.name === name);
  if (!archive) throw new Error(`There is no archive ${name}.`);
  const random = makeRandom(name);
  const sounds = (archive.sounds ?? []).flatMap(({ path, times, voice, with: given = '' }) =>
    Array.from({ length: times ?? 1 }, (_, at): [string, Buffer] => {
      const numbers = String(given)
        .split(' ')
        .map((part) => part.split('+').map(Number));
      const sound = voices[voice]!(random, ...numbers.map(([first, step]) => first! + at * (step ?? 0)));
      return [`${path}${times === undefined ? '' : ` ${at + 1}`}.wav`, wavOf([sound])];
    }),
  );
  const files = (archive.files ?? []).map(({ path, text }): [string, Buffer] => [
    path,
    Buffer.from(`${text.replaceAll('\n', '\r\n')}\r\n`),
  ]);
  return [...(archive.basis === undefined ? [] : partsOf(archive.basis)), ...sounds, ...files];
}

/** Makes an archive of `archives.txt`: a ZIP of stored files. */
export async function archiveOf(name: string): Promise<Buffer> {
  const parts = new Map(partsOf(name));
  const entries = [...parts].map(([path, content]) => {
    const bytes = content.length;
    return { path, method: 0, crc: crc32(content), packed: bytes, bytes, offset: 0 } as const;
  });
  const { content } = zipOf(entries, async ({ path }) => Readable.from([parts.get(path)!]));
  return Buffer.concat(await Array.fromAsync(content()));
}
