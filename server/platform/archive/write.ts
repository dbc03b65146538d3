import type { Readable } from 'node:stream';
import type { ArchiveEntry } from './directory.ts';

/** UTF-8 names. */
const FLAGS = 0x800;
/** Deflate, as of version 2.0. */
const VERSION = 20;
const MIDNIGHT_1980 = 0x21;

interface Part {
  readonly entry: ArchiveEntry;
  readonly name: Buffer;
}

const LOCAL_BYTES = 30;
const HEADER_BYTES = 46;
const END_BYTES = 22;

function common(head: Buffer, at: number, { method, crc, packed, bytes }: ArchiveEntry, name: Buffer): void {
  head.writeUInt16LE(VERSION, at);
  head.writeUInt16LE(FLAGS, at + 2);
  head.writeUInt16LE(method, at + 4);
  head.writeUInt16LE(0, at + 6);
  head.writeUInt16LE(MIDNIGHT_1980, at + 8);
  head.writeUInt32LE(crc, at + 10);
  head.writeUInt32LE(packed, at + 14);
  head.writeUInt32LE(bytes, at + 18);
  head.writeUInt16LE(name.length, at + 22);
}

function localOf({ entry, name }: Part): Buffer {
  const head = Buffer.alloc(LOCAL_BYTES);
  head.writeUInt32LE(0x04034b50, 0);
  common(head, 4, entry, name);
  return Buffer.concat([head, name]);
}

function headerOf({ entry, name }: Part, offset: number): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  common(head, 6, entry, name);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

/**
 * Makes a ZIP of entries of another one while it is sent: their compressed bytes are copied as they are. All of it
 * together is below 4 GB, and has fewer than 65,535 entries.
 * @param read the compressed bytes of an entry, all of them
 * @returns its exact size, and its content: one entry at a time is open
 */
export function zipOf(
  entries: readonly ArchiveEntry[],
  read: (entry: ArchiveEntry) => Promise<Readable>,
): { readonly bytes: number; content(): AsyncGenerator<Buffer> } {
  const parts = entries.map((entry) => ({ entry, name: Buffer.from(entry.path, 'utf8') }));
  const size = ({ entry, name }: Part): number => LOCAL_BYTES + HEADER_BYTES + 2 * name.length + entry.packed;
  return {
    bytes: parts.reduce((sum, part) => sum + size(part), END_BYTES),
    async *content() {
      const headers: Buffer[] = [];
      let at = 0;
      for (const part of parts) {
        headers.push(headerOf(part, at));
        const local = localOf(part);
        at += local.length + part.entry.packed;
        yield local;
        yield* (await read(part.entry)) as AsyncIterable<Buffer>;
      }
      const directory = Buffer.concat(headers);
      const end = Buffer.alloc(END_BYTES);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(parts.length, 8);
      end.writeUInt16LE(parts.length, 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(at, 16);
      yield directory;
      yield end;
    },
  };
}
