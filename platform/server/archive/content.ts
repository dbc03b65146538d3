import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { createInflateRaw } from 'node:zlib';
import { headBy, mp3ByMark, signatureOf } from '#platform/server/media/signature.ts';
import type { ByteRange, Storage } from '#platform/server/storage/storage.ts';
import type { ArchiveEntry } from './directory.ts';
import { ArchiveRefused } from './errors.ts';
import { storedSource } from './source.ts';

/** The fields of an entry that reading its content needs. */
export type PlacedEntry = Pick<ArchiveEntry, 'method' | 'packed' | 'bytes' | 'offset'>;

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** Whether this site can unpack an entry. */
export const canUnpack = ({ method }: Pick<ArchiveEntry, 'method'>): boolean =>
  method === STORED || method === DEFLATED;

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
async function* inflated(packed: Readable, bytes: number, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
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
 * The content of an entry, unpacked as it is read: memory does not grow with it. Stored entries are read from their
 * place, deflated ones from their beginning. Whoever does not read to the end destroys it.
 * @throws {ArchiveRefused} `broken`, also while it is read
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
  return Readable.from(inflated(await packedContent(storage, archive, entry), entry.bytes, range), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  });
}

/** First bytes of a sound by which its type is guessed. */
const GUESSED_BYTES = 64 * 1024;

/**
 * The type of a sound that was not analysed yet, by its first bytes; null for what begins like no sound.
 * @throws {ArchiveRefused} `broken`
 */
export async function guessedType(
  storage: Storage,
  archive: { readonly key: string; readonly bytes: number },
  entry: PlacedEntry,
): Promise<string | null> {
  const end = Math.min(entry.bytes, GUESSED_BYTES) - 1;
  const first = await buffer(await entryContent(storage, archive, entry, { start: 0, end }));
  const head = await headBy(async (position, length) => first.subarray(position, position + length));
  const signature = signatureOf(head) ?? mp3ByMark(head);
  // An MP4 in the place of a sound is one.
  if (signature?.contentType === 'video/mp4') return 'audio/mp4';
  return signature?.kind === 'audio' ? signature.contentType : null;
}
