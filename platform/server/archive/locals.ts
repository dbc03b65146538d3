import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { big } from './end.ts';
import { ArchiveRefused } from './errors.ts';
import { Cursor, type RangeSource } from './source.ts';

/** What the central directory says of an entry, and what must be found at its place. */
export interface ListedHeader {
  /** As text, for sentences. */
  readonly name: string;
  readonly nameBytes: Buffer;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly bytes: number;
  readonly offset: number;
}

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
/** Flags: locked in some way; sizes and checksum stand behind the content. */
const LOCKED = 0x2041;
const DESCRIBED = 8;
const FULL_32 = 0xffffffff;
const LOW_32 = 0x1_0000_0000;
/** Bytes of deflated content that are in memory at once. */
const PIECE = 512 * 1024;
/** Content that is unpacked at once, without a stream: a millisecond or two, which a stream costs for the smallest too. */
const SMALL_PACKED = 128 * 1024;
const SMALL_BYTES = 512 * 1024;
/** Bytes that are unpacked so before others have their turn. */
const TURN_BYTES = 4 * 1024 * 1024;

/** The fields of an extra field with one id, in their order. Padding that is no field ends it, as for other programs. */
export function extraFields(extra: Buffer, id: number): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) break;
    if (extra.readUInt16LE(at) === id) fields.push(extra.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Ids of extra fields: sizes and places of zip64, and a name in Unicode beside that of the header (Info-ZIP). */
export const ZIP64 = 1;
export const UNICODE_PATH = 0x7075;

/** Sizes of a local header, from its extra field of zip64 where they are full. */
function localSizes(header: Buffer, extra: Buffer): { packed: number; bytes: number } {
  const sizes = { packed: header.readUInt32LE(18), bytes: header.readUInt32LE(22) };
  const [field, another] = extraFields(extra, ZIP64);
  if (sizes.packed !== FULL_32 && sizes.bytes !== FULL_32) return sizes;
  if (!field || another || field.length < (sizes.packed === FULL_32 && sizes.bytes === FULL_32 ? 16 : 8)) return sizes;
  return {
    bytes: sizes.bytes === FULL_32 ? big(field, 0) : sizes.bytes,
    packed: sizes.packed === FULL_32 ? big(field, sizes.bytes === FULL_32 ? 8 : 0) : sizes.packed,
  };
}

/** Whether the bytes between two entries are the descriptor of the first, in one of its four forms. */
function isDescriptor(gap: Buffer, { crc, packed, bytes }: ListedHeader): boolean {
  const isMarked = gap.length === 16 || gap.length === 24;
  if (isMarked && gap.readUInt32LE(0) !== DESCRIPTOR) return false;
  const at = isMarked ? 4 : 0;
  if (gap.readUInt32LE(at) !== crc) return false;
  if (gap.length < 20)
    return gap.readUInt32LE(at + 4) === packed % LOW_32 && gap.readUInt32LE(at + 8) === bytes % LOW_32;
  return gap.readBigUInt64LE(at + 4) === BigInt(packed) && gap.readBigUInt64LE(at + 12) === BigInt(bytes);
}

/** The engine tells how much it has read; its types leave that out. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

const isInflateFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code));

/** `unpacksTo` for small content that is in memory. */
function smallUnpacksTo(content: Buffer, bytes: number): boolean {
  try {
    const options = { info: true, maxOutputLength: Math.max(1, bytes), chunkSize: Math.max(64, bytes + 1) };
    const { buffer, engine } = inflateRawSync(content, options) as unknown as Inflated;
    return buffer.length === bytes && engine.bytesWritten === content.length;
  } catch (error) {
    if (isInflateFault(error)) return false;
    throw error;
  }
}

/** Whether deflated content unpacks to its size, and nothing of it is left then. Stops at the first byte too many. */
async function unpacksTo(cursor: Cursor, start: number, { packed, bytes }: ListedHeader): Promise<boolean> {
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < packed; at += PIECE) yield await cursor.take(start + at, Math.min(PIECE, packed - at));
  }
  const inflate = createInflateRaw();
  const flow = pipeline(Readable.from(pieces(), { objectMode: false }), inflate);
  // The reader of the stream gets the error.
  flow.catch(() => {});
  let unpacked = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > bytes) return false;
    }
    return unpacked === bytes && inflate.bytesWritten === packed;
  } catch (error) {
    if (isInflateFault(error)) return false;
    throw error;
  } finally {
    inflate.destroy();
  }
}

/** What was found at the place of an entry. */
interface Place {
  /** First byte behind its content. */
  readonly end: number;
  /** Sizes and checksum stand in a descriptor behind the content; or, `isOpen`, there alone. */
  readonly isDescribed: boolean;
  readonly isOpen: boolean;
  readonly hasOtherName: boolean;
}

/** Reads a local header and compares it. @throws {ArchiveRefused} `differs`, `encrypted` */
async function readLocal(cursor: Cursor, entry: ListedHeader): Promise<Place> {
  const { name, nameBytes, method, crc, packed, bytes, offset } = entry;
  const header = Buffer.from(cursor.peek(offset, LOCAL_BYTES) ?? (await cursor.take(offset, LOCAL_BYTES)));
  const isSame =
    header.readUInt32LE(0) === LOCAL &&
    header.readUInt16LE(8) === method &&
    header.readUInt16LE(26) === nameBytes.length;
  if (!isSame) throw new ArchiveRefused('differs', { name });
  const flags = header.readUInt16LE(6);
  if ((flags & LOCKED) !== 0) throw new ArchiveRefused('encrypted');
  const restBytes = nameBytes.length + header.readUInt16LE(28);
  const at = offset + LOCAL_BYTES;
  const rest = cursor.peek(at, restBytes) ?? (await cursor.take(at, restBytes));
  const extra = rest.subarray(nameBytes.length);
  const isDescribed = (flags & DESCRIBED) !== 0;
  const local = { ...localSizes(header, extra), crc: header.readUInt32LE(14) };
  const agrees = (found: number, listed: number): boolean => found === listed || (isDescribed && found === 0);
  if (
    !rest.subarray(0, nameBytes.length).equals(nameBytes) ||
    !agrees(local.crc, crc) ||
    !agrees(local.packed, packed) ||
    !agrees(local.bytes, bytes)
  )
    throw new ArchiveRefused('differs', { name });
  return {
    end: at + restBytes + packed,
    isDescribed,
    isOpen: local.packed !== packed,
    hasOtherName: extraFields(extra, UNICODE_PATH).length > 0,
  };
}

/** Marks of an archive that might have become several parts, in front of the first entry (APPNOTE 8.5.3 and 8.5.4). */
const MARK_BYTES = 4;
const isMarked = async (source: RangeSource): Promise<boolean> =>
  ['PK\x07\x08', 'PK00'].includes((await source.read(0, MARK_BYTES)).toString('latin1'));

/**
 * Compares every entry with what is at its place, so that a program that reads from the front finds what the directory
 * lists: local headers, descriptors, nothing before, between and behind the entries, and the size of deflated content,
 * which is unpacked for it. Reads deflated content whole, and of stored content what lies around it.
 * @param headers in the order of their places
 * @returns false where some programs, which read from the front, may find a name or an end otherwise
 * @throws {ArchiveRefused} `gap`, `overlap`, `differs`, `encrypted`, `size`, `broken`
 */
export async function checkPlaces(
  source: RangeSource,
  headers: readonly ListedHeader[],
  directoryAt: number,
): Promise<boolean> {
  const cursor = new Cursor(source, directoryAt);
  let turn = 0;
  let end = headers[0]?.offset === MARK_BYTES && (await isMarked(source)) ? MARK_BYTES : 0;
  let isSame = end === 0;
  for (const [index, entry] of headers.entries()) {
    const { name, method, packed, bytes, offset } = entry;
    if (offset !== end) throw new ArchiveRefused('gap', { name });
    const place = await readLocal(cursor, entry);
    const following = headers[index + 1];
    const next = following?.offset ?? directoryAt;
    if (place.end > next) throw new ArchiveRefused('overlap', { name: following?.name ?? name });
    if (method === 8) {
      const start = place.end - packed;
      const isSmall = packed <= SMALL_PACKED && bytes <= SMALL_BYTES;
      const unpacks = isSmall
        ? smallUnpacksTo(await cursor.take(start, packed), bytes)
        : await unpacksTo(cursor, start, entry);
      if (!unpacks) throw new ArchiveRefused('size', { name });
      turn += isSmall ? bytes : 0;
      if (turn > TURN_BYTES) {
        turn = 0;
        await setImmediate();
      }
    }
    const gap = next - place.end;
    const isForm = place.isDescribed && (gap === 12 || gap === 16 || gap === 20 || gap === 24);
    if (gap > 0 && !(isForm && isDescriptor(await cursor.take(place.end, gap), entry)))
      throw new ArchiveRefused('gap', { name });
    // Programs that read from the front miss a descriptor, or guess where stored content without a size ends.
    const isGuessed = gap === 0 ? place.isDescribed : place.isOpen && method === 0;
    if (isGuessed || place.hasOtherName) isSame = false;
    end = next;
  }
  return isSame;
}
