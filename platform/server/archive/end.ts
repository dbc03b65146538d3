import { ArchiveRefused } from './errors.ts';
import type { RangeSource } from './source.ts';

/** Where the central directory is, as the end of the archive says. */
export interface Directory {
  readonly offset: number;
  readonly bytes: number;
  /** Entries that the end speaks of; `isWhole` is false where programs write the number modulo 65,536. */
  readonly entries: number;
  readonly isWhole: boolean;
  /** Nothing lies behind the end. */
  readonly isLast: boolean;
}

const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_BYTES = 22;
const END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
/** Bytes of the longest comment behind the end. */
const COMMENT_MAX = 0xffff;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;

/** A number of 64 bits. @throws {ArchiveRefused} `broken` for one beyond what is exact */
export const big = (bytes: Buffer, at: number): number => {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ArchiveRefused('broken');
  return Number(value);
};

/**
 * Finds the central directory by the end of the archive. Programs look for the end in several ways (from behind or in
 * front, with or without its comment, zip64 where a number is full or wherever it is), so that there is one answer: one
 * end, directly behind the directory, and records of zip64 that say the same.
 * @throws {ArchiveRefused} `broken`, `split`, `ends`
 */
export async function findDirectory(source: RangeSource): Promise<Directory> {
  if (source.bytes < END_BYTES) throw new ArchiveRefused('broken');
  const length = Math.min(source.bytes, END_BYTES + COMMENT_MAX + LOCATOR_BYTES + END_64_BYTES);
  const tail = await source.read(source.bytes - length, length);
  // The last one, as most programs search.
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at < 0 || at + END_BYTES > tail.length) throw new ArchiveRefused(at < 0 ? 'broken' : 'ends');
  const behind = tail.length - (at + END_BYTES + tail.readUInt16LE(at + 20));
  if (behind < 0) throw new ArchiveRefused('broken');
  if (behind > 0) {
    // Another end, whose comment this one is in, would be found by others.
    let first = at;
    while (first >= 0 && first + END_BYTES + tail.readUInt16LE(first + 20) !== tail.length)
      first = first === 0 ? -1 : tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'), first - 1);
    if (first >= 0) throw new ArchiveRefused('ends');
  }
  const counts = [tail.readUInt16LE(at + 8), tail.readUInt16LE(at + 10)] as const;
  const end32 = { entries: counts[1], bytes: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) };
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  const end = source.bytes - length + at;
  const hasLocator = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_64;
  if (disks.some((disk) => disk !== 0 && !(hasLocator && disk === FULL_16)) || counts[0] !== counts[1])
    throw new ArchiveRefused('split');
  const directory = hasLocator
    ? zip64Directory(tail, at - LOCATOR_BYTES, source.bytes - length, end32)
    : { ...end32, isWhole: false };
  // Where bytes lie between directory and end, some programs count from the end, and find another directory.
  const directoryEnd = hasLocator ? end - LOCATOR_BYTES - END_64_BYTES : end;
  if (directory.offset + directory.bytes !== directoryEnd) throw new ArchiveRefused('ends');
  return { ...directory, isLast: behind === 0 };
}

/** The record of zip64 in front of its locator, which agrees with the end wherever the end has a number. */
function zip64Directory(
  tail: Buffer,
  locatorAt: number,
  tailAt: number,
  own: { readonly entries: number; readonly bytes: number; readonly offset: number },
): Omit<Directory, 'isLast'> {
  const at = locatorAt - END_64_BYTES;
  if (at < 0 || tail.readUInt32LE(at) !== END_64 || big(tail, at + 4) !== END_64_BYTES - 12)
    throw new ArchiveRefused('broken');
  if (big(tail, locatorAt + 8) !== tailAt + at) throw new ArchiveRefused('ends');
  const disks = [tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 20), tail.readUInt32LE(locatorAt + 4)];
  const entries = big(tail, at + 32);
  if (disks.some((disk) => disk !== 0) || tail.readUInt32LE(locatorAt + 16) > 1 || big(tail, at + 24) !== entries)
    throw new ArchiveRefused('split');
  const end64 = { entries, bytes: big(tail, at + 40), offset: big(tail, at + 48) };
  const agrees =
    (own.entries === FULL_16 || own.entries === end64.entries) &&
    (own.bytes === FULL_32 || own.bytes === end64.bytes) &&
    (own.offset === FULL_32 || own.offset === end64.offset);
  if (!agrees) throw new ArchiveRefused('ends');
  return { ...end64, isWhole: true };
}
