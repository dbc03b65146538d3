import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzipped } from '#site/testing/zip.ts';
import { readDirectory } from './directory.ts';
import type { RangeSource } from './source.ts';
import { type WrittenEntry, zipOf } from './write.ts';

const GIGABYTE = 1024 ** 3;

const entryOf = (path: string, content: Buffer): WrittenEntry & { content: Buffer } => ({
  path,
  method: 0,
  crc: crc32(content),
  packed: content.length,
  bytes: content.length,
  content,
});

/** What was written, without the content of its entries: there are zeros, however many. */
async function written(entries: readonly WrittenEntry[]): Promise<RangeSource> {
  const chunks: { at: number; chunk: Buffer }[] = [];
  const left = [...entries];
  let at = 0;
  const zip = zipOf(entries, async () => Readable.from([]));
  for await (const chunk of zip.content()) {
    chunks.push({ at, chunk });
    at += chunk.length;
    // A local header; its content would follow.
    if (chunk.readUInt32LE(0) === 0x04034b50) at += left.shift()!.packed;
  }
  expect(at).toBe(zip.bytes);
  return {
    bytes: zip.bytes,
    async read(start, length) {
      const part = Buffer.alloc(length);
      for (const one of chunks)
        if (one.at < start + length && one.at + one.chunk.length > start)
          one.chunk.copy(part, Math.max(0, one.at - start), Math.max(0, start - one.at));
      return part;
    },
  };
}

describe('a ZIP that is made while it is sent', () => {
  it('holds every file under its name, and has the size that was said', async () => {
    const entries = [
      entryOf('data.json', Buffer.from('{}')),
      entryOf('files/Überschrift 日.wav', Buffer.alloc(3000, 7)),
    ];
    const zip = zipOf(entries, async ({ content }) => Readable.from([content]));
    const bytes = Buffer.concat(await Array.fromAsync(zip.content()));
    expect(bytes.length).toBe(zip.bytes);
    const files = await unzipped(bytes);
    expect([...files.keys()]).toEqual(['data.json', 'files/Überschrift 日.wav']);
    expect(files.get('data.json')).toEqual(Buffer.from('{}'));
  });

  it('has files above 4 GB, and files that begin behind that', async () => {
    const sized = (path: string, bytes: number): WrittenEntry => ({ path, method: 0, crc: 1, packed: bytes, bytes });
    const entries = [sized('small.wav', 10), sized('film.mov', 5 * GIGABYTE), sized('late.wav', 20)];
    const { entries: list } = await readDirectory(await written(entries), { entries: 10, unpackedBytes: Infinity });
    expect(list.map(({ path, packed, bytes }) => ({ path, packed, bytes }))).toEqual(
      entries.map(({ path, packed, bytes }) => ({ path, packed, bytes })),
    );
    expect(list[2]!.offset).toBeGreaterThan(5 * GIGABYTE);
  });

  it('has more files than the older records count', async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => entryOf(`files/${index}.txt`, Buffer.alloc(0)));
    const zip = zipOf(entries, async () => Readable.from([]));
    const bytes = Buffer.concat(await Array.fromAsync(zip.content()));
    expect(bytes.length).toBe(zip.bytes);
    expect((await unzipped(bytes)).size).toBe(70_000);
  });
});
