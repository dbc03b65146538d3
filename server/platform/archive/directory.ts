import { archive } from '#contract/limits/archives.ts';
import { ArchiveRefused } from './errors.ts';
import { isLeftover, nameOf, pathOf } from './names.ts';
import type { RangeSource } from './source.ts';

/** One file of an archive, as the central directory describes it. */
export interface ArchiveEntry {
  /** Below the archive's folder, `/` between names. */
  readonly path: string;
  /** 0 stored, 8 deflated; others are listed, and neither played nor analysed. */
  readonly method: number;
  readonly crc: number;
  /** Bytes in the archive, and unpacked. */
  readonly packed: number;
  readonly bytes: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** What an archive may have. */
export interface ArchiveLimits {
  readonly entries: number;
  readonly unpackedBytes: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const HEADER = 0x02014b50;
const END_BYTES = 22;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;
/** Bytes of the longest comment behind the end. */
const COMMENT_MAX = 0xffff;
const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
/** Bytes of the directory that are in memory at once. */
const WINDOW = 256 * 1024;
/** Bytes of a directory for each of its entries: names are short, extra fields and comments are too. */
const DIRECTORY_PER_ENTRY = 2048;
/** No deflated data unpacks to more than so many times its size (RFC 1951). */
const DEFLATE_MAX = 1032;
/** Kinds of a file in the mode that Unix programs store: links, devices, pipes and sockets are no files. */
const MODE_KIND = 0o170000;
const MODE_FILE = 0o100000;
const MODE_FOLDER = 0o040000;

/** Where the central directory is. */
interface Directory {
  readonly entries: number;
  readonly offset: number;
  readonly bytes: number;
}

const big = (bytes: Buffer, at: number): number => {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ArchiveRefused('broken');
  return Number(value);
};

/** The end of the archive says where the directory is; with zip64 a second record does. */
async function findDirectory(source: RangeSource): Promise<Directory> {
  if (source.bytes < END_BYTES) throw new ArchiveRefused('broken');
  const length = Math.min(source.bytes, END_BYTES + COMMENT_MAX);
  const tail = await source.read(source.bytes - length, length);
  let at = tail.length - END_BYTES;
  // The record whose comment ends with the file: a signature inside of a comment is none.
  while (at >= 0 && !(tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length))
    at--;
  if (at < 0) throw new ArchiveRefused('broken');
  const end = source.bytes - length + at;
  const own = {
    entries: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const isLarge = own.entries === FULL_16 || own.bytes === FULL_32 || own.offset === FULL_32;
  const locator = isLarge && end >= 20 ? await source.read(end - 20, 20) : null;
  if (locator?.readUInt32LE(0) === LOCATOR_64) return await findDirectory64(source, big(locator, 8), end - 20);
  if (tail.readUInt16LE(at + 4) !== 0 || tail.readUInt16LE(at + 6) !== 0 || tail.readUInt16LE(at + 8) !== own.entries)
    throw new ArchiveRefused('split');
  return checked(own, end);
}

async function findDirectory64(source: RangeSource, at: number, before: number): Promise<Directory> {
  if (at + 56 > before) throw new ArchiveRefused('broken');
  const record = await source.read(at, 56);
  if (record.readUInt32LE(0) !== END_64) throw new ArchiveRefused('broken');
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0) throw new ArchiveRefused('split');
  return checked({ entries: big(record, 32), bytes: big(record, 40), offset: big(record, 48) }, at);
}

function checked(directory: Directory, end: number): Directory {
  if (directory.offset + directory.bytes > end) throw new ArchiveRefused('broken');
  return directory;
}

/** Reads a part of a file from its beginning to its end, a window at a time. */
class Cursor {
  readonly #source: RangeSource;
  #window = Buffer.alloc(0);
  #at: number;
  readonly #end: number;

  constructor(source: RangeSource, start: number, end: number) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  /** The next bytes. They are the window's own: whoever stores them copies them. */
  async take(length: number): Promise<Buffer> {
    if (length > this.#window.length) {
      const wanted = Math.min(Math.max(WINDOW, length), this.#end - this.#at + this.#window.length);
      if (wanted < length) throw new ArchiveRefused('broken');
      const more = await this.#source.read(this.#at, wanted - this.#window.length);
      this.#at += more.length;
      this.#window = Buffer.concat([this.#window, more]);
    }
    const taken = this.#window.subarray(0, length);
    this.#window = this.#window.subarray(length);
    return taken;
  }
}

/** Sizes and place of an entry, which zip64 has in an extra field where they are too large for their own. */
function sizesOf(header: Buffer, extra: Buffer): { bytes: number; packed: number; offset: number } {
  const sizes = { bytes: header.readUInt32LE(24), packed: header.readUInt32LE(20), offset: header.readUInt32LE(42) };
  const wanted = (['bytes', 'packed', 'offset'] as const).filter((name) => sizes[name] === FULL_32);
  if (wanted.length === 0) return sizes;
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      if (length < wanted.length * 8 || at + 4 + length > extra.length) throw new ArchiveRefused('broken');
      for (const [index, name] of wanted.entries()) sizes[name] = big(extra, at + 4 + index * 8);
      return sizes;
    }
    at += 4 + length;
  }
  return sizes;
}

/** Links and the like are refused; programs that know nothing of them write no mode. */
function checkMode(header: Buffer, name: string): void {
  const isUnix = header.readUInt8(5) === 3;
  const kind = isUnix ? (header.readUInt32LE(38) >>> 16) & MODE_KIND : 0;
  if (kind !== 0 && kind !== MODE_FILE && kind !== MODE_FOLDER) throw new ArchiveRefused('link', { name });
}

/** No two entries share bytes, and none reaches into the directory. Sorts by place. */
function checkPlaces(places: { offset: number; end: number }[], directoryAt: number): void {
  places.sort((one, other) => one.offset - other.offset);
  let end = 0;
  for (const place of places) {
    if (place.offset < end) throw new ArchiveRefused('overlap');
    end = place.end;
  }
  if (end > directoryAt) throw new ArchiveRefused('overlap');
}

/** Two names that are one on some systems: same letters in another case, or a file in the place of a folder. */
function checkNames(entries: readonly ArchiveEntry[]): void {
  const files = new Set<string>();
  for (const { path } of entries) {
    const name = path.toLowerCase();
    if (files.has(name)) throw new ArchiveRefused('duplicate', { name: path });
    files.add(name);
  }
  const folders = new Set<string>();
  for (const name of files) {
    for (let at = name.lastIndexOf('/'); at > 0 && !folders.has(name.slice(0, at)); at = name.lastIndexOf('/', at - 1))
      folders.add(name.slice(0, at));
  }
  for (const name of files) if (folders.has(name)) throw new ArchiveRefused('duplicate', { name });
}

const gigabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 3)} GB`;

/**
 * Lists a ZIP from its central directory, in ranges: nothing is unpacked, and of the entries themselves nothing is read.
 * Memory is bounded by the number of entries. Folders and what programs leave behind (`__MACOSX`) are left out.
 * @throws {ArchiveRefused}
 */
export async function readDirectory(source: RangeSource, limits: ArchiveLimits): Promise<ArchiveEntry[]> {
  const directory = await findDirectory(source);
  if (directory.entries > limits.entries)
    throw new ArchiveRefused('too-many', { limit: limits.entries.toLocaleString('en') });
  const { bytes: directoryBytes, entries: count } = directory;
  if (directoryBytes < count * HEADER_BYTES || directoryBytes > count * DIRECTORY_PER_ENTRY + WINDOW)
    throw new ArchiveRefused('broken');
  const cursor = new Cursor(source, directory.offset, directory.offset + directory.bytes);
  const entries: ArchiveEntry[] = [];
  const places: { offset: number; end: number }[] = [];
  let unpacked = 0;
  for (let index = 0; index < count; index++) {
    const header = Buffer.from(await cursor.take(HEADER_BYTES));
    if (header.readUInt32LE(0) !== HEADER) throw new ArchiveRefused('broken');
    const lengths = [28, 30, 32].map((at) => header.readUInt16LE(at));
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = lengths;
    const rest = await cursor.take(nameBytes + extraBytes + commentBytes);
    const name = nameOf(rest.subarray(0, nameBytes));
    const flags = header.readUInt16LE(8);
    const method = header.readUInt16LE(10);
    // Encrypted, strongly encrypted, a hidden directory, and the method of AES.
    if ((flags & 0x2041) !== 0 || method === 99) throw new ArchiveRefused('encrypted');
    if (header.readUInt16LE(34) !== 0) throw new ArchiveRefused('split');
    checkMode(header, name);
    const { bytes, packed, offset } = sizesOf(header, rest.subarray(nameBytes, nameBytes + extraBytes));
    if ((method === 0 && packed !== bytes) || (method === 8 && bytes > packed * DEFLATE_MAX))
      throw new ArchiveRefused('broken');
    places.push({ offset, end: offset + LOCAL_BYTES + nameBytes + packed });
    unpacked += bytes;
    if (unpacked > limits.unpackedBytes)
      throw new ArchiveRefused('too-large', { limit: gigabytes(limits.unpackedBytes) });
    const path = pathOf(name);
    if (path === null || isLeftover(path)) continue;
    entries.push({ path, method, crc: header.readUInt32LE(16), packed, bytes, offset });
  }
  checkPlaces(places, directory.offset);
  if (unpacked > archive.ratioFromBytes && unpacked > source.bytes * archive.ratioMax)
    throw new ArchiveRefused('bomb', { limit: String(archive.ratioMax) });
  checkNames(entries);
  if (entries.length === 0) throw new ArchiveRefused('empty');
  return entries;
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folder by folder, each with its own files before those of the folders in it, `2` before `10`. */
export function sorted(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const parts = new Map(entries.map((entry) => [entry, entry.path.split('/')]));
  return entries.toSorted((one, other) => {
    const [ones, others] = [parts.get(one)!, parts.get(other)!];
    for (let at = 0; at < ones.length && at < others.length; at++) {
      const [isLast, isOtherLast] = [at === ones.length - 1, at === others.length - 1];
      if (isLast !== isOtherLast) return isLast ? -1 : 1;
      const order = natural.compare(ones[at]!, others[at]!);
      if (order !== 0) return order;
      if (ones[at] !== others[at]) return ones[at]! < others[at]! ? -1 : 1;
    }
    return ones.length - others.length;
  });
}
