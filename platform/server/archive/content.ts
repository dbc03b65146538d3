import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw, createZstdDecompress } from 'node:zlib';
import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { ByteRange, Storage } from '#platform/server/storage/storage.ts';
import { bunzip } from './bunzip.ts';
import type { ArchiveEntry } from './directory.ts';
import { ArchiveRefused } from './errors.ts';
import { storedSource } from './source.ts';

/** The fields of an entry that reading its content needs. */
export type PlacedEntry = Pick<ArchiveEntry, 'method' | 'packed' | 'bytes' | 'offset'>;

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const BZIP2 = 12;
/** Methods that are unpacked as a stream. */
const streamed: Readonly<Record<number, () => Transform>> = {
  8: createInflateRaw,
  93: createZstdDecompress,
};

/** Whether this site can unpack an entry. Bzip2 is unpacked in memory: up to a size. */
export function canUnpack({ method, packed, bytes }: Pick<ArchiveEntry, 'method' | 'packed' | 'bytes'>): boolean {
  return method === BZIP2 ? Math.max(packed, bytes) <= limits.playedMaxBytes : method === STORED || method in streamed;
}

/**
 * The bytes of an entry as they are in the archive, compressed or not.
 * @param range within them; all when not given
 * @throws {ArchiveRefused} `broken` where the archive has something else in its place
 */
export async function packedContent(
  storage: Storage,
  archive: { readonly key: string; readonly bytes: number },
  entry: PlacedEntry,
  range: ByteRange = { start: 0, end: entry.packed - 1 },
): Promise<Readable> {
  const header = await storedSource(storage, archive.key, archive.bytes).read(entry.offset, LOCAL_BYTES);
  const isSame = header.readUInt32LE(0) === LOCAL && header.readUInt16LE(8) === entry.method;
  if (!isSame || (header.readUInt16LE(6) & 1) !== 0) throw new ArchiveRefused('broken');
  const start = entry.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.packed > archive.bytes) throw new ArchiveRefused('broken');
  if (range.end < range.start) return Readable.from([]);
  const stored = await storage.read(archive.key, { start: start + range.start, end: start + range.end });
  if (!stored) throw new ArchiveRefused('broken');
  return stored.body;
}

/** Unpacks a stream and gives a part of it. More than was said, or less, is an error; what is behind the part is not read. */
async function* inflated(
  packed: Readable,
  { bytes, method }: PlacedEntry,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const inflate = streamed[method]!();
  const flow = pipeline(packed, inflate);
  // The reader of the stream gets the error.
  flow.catch(() => {});
  try {
    let at = 0;
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.length, end + 1 - at);
      at += chunk.length;
      if (at > bytes) throw new ArchiveRefused('broken');
      if (from < to) yield chunk.subarray(from, to);
      if (at > end) return;
    }
    throw new ArchiveRefused('broken');
  } finally {
    inflate.destroy();
    packed.destroy();
  }
}

/**
 * The content of an entry, unpacked as it is read: memory grows with it only where it is bzip2. Stored entries are read
 * from their place, the others from their beginning. Whoever does not read to the end destroys it.
 * @throws {ArchiveRefused} `broken`, also while it is read @throws {ProcessingInterrupted}
 */
export async function entryContent(
  storage: Storage,
  archive: { readonly key: string; readonly bytes: number },
  entry: PlacedEntry,
  range: ByteRange = { start: 0, end: entry.bytes - 1 },
): Promise<Readable> {
  if (!canUnpack(entry)) throw new ArchiveRefused('broken');
  if (range.end < range.start) return Readable.from([]);
  if (entry.method === STORED) return await packedContent(storage, archive, entry, range);
  const packed = await packedContent(storage, archive, entry);
  if (entry.method === BZIP2) {
    const content = await bunzip(await buffer(packed), entry.bytes);
    return Readable.from([Buffer.from(content.buffer).subarray(range.start, range.end + 1)]);
  }
  return Readable.from(inflated(packed, entry, range), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  });
}

/** Bytes in which everything before the samples of a sound lies. */
const HEAD_BYTES = 64 * 1024;

/** The first bytes of an entry. @throws {ArchiveRefused} `broken` @throws {ProcessingInterrupted} */
export async function headOf(
  storage: Storage,
  archive: { readonly key: string; readonly bytes: number },
  entry: PlacedEntry,
): Promise<Buffer> {
  const end = Math.min(entry.bytes, HEAD_BYTES) - 1;
  return await buffer(await entryContent(storage, archive, entry, { start: 0, end }));
}
