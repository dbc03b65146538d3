import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/server/storage/storage.ts';
import type { ArchiveEntry } from './directory.ts';

/** What of an entry stands in the ZIP: its compressed bytes come from elsewhere. */
export type WrittenEntry = Pick<ArchiveEntry, 'path' | 'method' | 'crc' | 'packed' | 'bytes'>;

/** UTF-8 names. */
const FLAGS = 0x800;
/** Deflate, as of version 2.0; sizes of 64 bits as of 4.5; bzip2 as of 4.6; the others as of 6.3. */
const VERSION = 20;
const VERSION_64 = 45;
const versions: Readonly<Record<number, number>> = { 0: VERSION, 8: VERSION, 9: 21, 12: 46 };
const VERSION_OTHERS = 63;
const MIDNIGHT_1980 = 0x21;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

interface Part<E> {
  readonly entry: E;
  readonly name: Buffer;
  /** Where its local header begins. */
  readonly at: number;
}

const LOCAL_BYTES = 30;
const HEADER_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_64_BYTES = 20;
/** Before the numbers of an extra field. */
const EXTRA_HEAD = 4;

/** Numbers of 64 bits as the extra field of zip64; empty for none. */
function extraOf(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(EXTRA_HEAD + numbers.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(numbers.length * 8, 2);
  for (const [index, value] of numbers.entries()) extra.writeBigUInt64LE(BigInt(value), EXTRA_HEAD + index * 8);
  return extra;
}

/** A local header has both sizes in the extra field, or none. */
const isLarge = ({ packed, bytes }: WrittenEntry): boolean => packed >= FULL_32 || bytes >= FULL_32;
const localExtra = (entry: WrittenEntry): Buffer => extraOf(isLarge(entry) ? [entry.bytes, entry.packed] : []);
/** A header of the directory has those that do not fit. */
const headerExtra = ({ entry, at }: Part<WrittenEntry>): Buffer =>
  extraOf([...(isLarge(entry) ? [entry.bytes, entry.packed] : []), ...(at >= FULL_32 ? [at] : [])]);

function common(head: Buffer, at: number, entry: WrittenEntry, name: Buffer, extra: Buffer): void {
  const version = versions[entry.method] ?? VERSION_OTHERS;
  head.writeUInt16LE(extra.length > 0 ? Math.max(VERSION_64, version) : version, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(entry.method, at + 4);
  head.writeUInt16LE(0, at + 6);
  head.writeUInt16LE(MIDNIGHT_1980, at + 8);
  head.writeUInt32LE(entry.crc, at + 10);
  head.writeUInt32LE(isLarge(entry) ? FULL_32 : entry.packed, at + 14);
  head.writeUInt32LE(isLarge(entry) ? FULL_32 : entry.bytes, at + 18);
  head.writeUInt16LE(name.length, at + 22);
  head.writeUInt16LE(extra.length, at + 24);
}

function localOf({ entry, name }: Part<WrittenEntry>): Buffer {
  const head = Buffer.alloc(LOCAL_BYTES);
  const extra = localExtra(entry);
  head.writeUInt32LE(0x04034b50, 0);
  common(head, 4, entry, name, extra);
  return Buffer.concat([head, name, extra]);
}

function headerOf(part: Part<WrittenEntry>): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  const extra = headerExtra(part);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION_64, 4);
  common(head, 6, part.entry, part.name, extra);
  head.writeUInt32LE(Math.min(part.at, FULL_32), 42);
  return Buffer.concat([head, part.name, extra]);
}

/** The end of the archive, with the records of zip64 before it where a number does not fit. */
function endOf(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, FULL_16), 8);
  end.writeUInt16LE(Math.min(count, FULL_16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, FULL_32), 12);
  end.writeUInt32LE(Math.min(directoryAt, FULL_32), 16);
  if (count < FULL_16 && directoryBytes < FULL_32 && directoryAt < FULL_32) return end;
  const record = Buffer.alloc(END_64_BYTES);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
  record.writeUInt16LE(VERSION_64, 12);
  record.writeUInt16LE(VERSION_64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(LOCATOR_64_BYTES);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

/**
 * Streams a ZIP of entries whose compressed bytes, checksum and sizes are known: they are copied as they
 * are. Above 4 GB, or 65,534 entries, it has the records of zip64.
 * @param read the compressed bytes of an entry that has some, or a range of them
 * @returns its exact size, and its content, whole or a range of it: one entry at a time is open
 */
export function zipOf<E extends WrittenEntry>(
  entries: readonly E[],
  read: (entry: E, range: ByteRange) => Promise<Readable>,
): { readonly bytes: number; content(range?: ByteRange): AsyncGenerator<Buffer> } {
  let at = 0;
  let directoryBytes = 0;
  const parts = entries.map((entry): Part<E> => {
    const part = { entry, name: Buffer.from(entry.path, 'utf8'), at };
    at += LOCAL_BYTES + part.name.length + localExtra(entry).length + entry.packed;
    directoryBytes += HEADER_BYTES + part.name.length + headerExtra(part).length;
    return part;
  });
  const end = endOf(parts.length, directoryBytes, at);
  return {
    bytes: at + directoryBytes + end.length,
    async *content({ start, end: last } = { start: 0, end: Infinity }) {
      let place = 0;
      /** What of the next bytes is in the range; empty for nothing. */
      const within = (length: number): ByteRange => {
        const range = { start: Math.max(0, start - place), end: Math.min(length - 1, last - place) };
        place += length;
        return range;
      };
      function* piece(bytes: Buffer): Generator<Buffer> {
        const { start: from, end: to } = within(bytes.length);
        if (from <= to) yield bytes.subarray(from, to + 1);
      }
      for (const part of parts) {
        yield* piece(localOf(part));
        const range = within(part.entry.packed);
        if (range.start <= range.end) yield* (await read(part.entry, range)) as AsyncIterable<Buffer>;
      }
      for (const part of parts) yield* piece(headerOf(part));
      yield* piece(end);
    },
  };
}
