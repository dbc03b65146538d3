import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { archive } from '#platform/contract/archive-limits.ts';
import { big, findDirectory } from './end.ts';
import { ArchiveRefused, shown } from './errors.ts';
import { type ListedHeader, UNICODE_PATH, ZIP64, checkPlaces, extraFields } from './locals.ts';
import { judgeName, namesOf, withoutDuplicates } from './names.ts';
import { Cursor, type RangeSource } from './source.ts';

/** One file of an archive, as the central directory describes it. */
export interface ArchiveEntry {
  /** Below the archive's folder, `/` between names. */
  readonly path: string;
  /** 0 stored, 8 deflated; the size of what is packed otherwise is only what the archive says. */
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

/** An archive that was read. */
export interface ReadArchive {
  readonly entries: ArchiveEntry[];
  /**
   * Every program unpacks the archive to these entries and paths. Otherwise it is handed out only as a ZIP that is made
   * of them.
   */
  readonly isExact: boolean;
  /** What was renamed and left out, in sentences for its author; null for nothing. */
  readonly note: string | null;
}

const HEADER = 0x02014b50;
const HEADER_BYTES = 46;
const FULL_32 = 0xffffffff;
/** Bytes of a directory for each of its entries: names are short, extra fields and comments are too. */
const DIRECTORY_PER_ENTRY = 2048;
const DIRECTORY_BYTES = 256 * 1024;
/** Stored, and deflated: every program unpacks them, and their size is checked. */
const usualMethods = new Set([0, 8]);
/** Deflate64, bzip2, LZMA, Zstandard, XZ and PPMd (APPNOTE 4.4.5): some programs unpack them. */
const seldomMethods = new Set([9, 12, 14, 93, 95, 98]);
/** No deflated data unpacks to more than so many times its size (RFC 1951). */
const DEFLATE_MAX = 1032;
/** Kinds of a file in the mode that Unix programs store: links, devices, pipes and sockets are no files. */
const MODE_KIND = 0o170000;
const MODE_FILE = 0o100000;
const MODE_FOLDER = 0o040000;
/** Names in a note, of each kind, and characters of a name there. */
const NOTED = 2;
const NOTED_CHARACTERS = 36;

/** Sizes and place of an entry, which zip64 has in an extra field where they are too large for their own. */
function sizesOf(header: Buffer, extra: Buffer): { bytes: number; packed: number; offset: number } {
  const sizes = { bytes: header.readUInt32LE(24), packed: header.readUInt32LE(20), offset: header.readUInt32LE(42) };
  const wanted = (['bytes', 'packed', 'offset'] as const).filter((name) => sizes[name] === FULL_32);
  if (wanted.length === 0) return sizes;
  const [field, another] = extraFields(extra, ZIP64);
  if (!field) return sizes;
  if (another || field.length < wanted.length * 8) throw new ArchiveRefused('broken');
  for (const [index, name] of wanted.entries()) sizes[name] = big(field, index * 8);
  return sizes;
}

/** The name that Info-ZIP and others unpack instead: it counts where its checksum is that of the header's name. */
function unicodeName(nameBytes: Buffer, extra: Buffer): string | null {
  const field = extraFields(extra, UNICODE_PATH).at(-1);
  if (!field || field.length < 6 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(nameBytes)) return null;
  const name = field.subarray(5);
  return isUtf8(name) ? name.toString('utf8') : null;
}

/** Whether it is a link or the like; programs that know nothing of them write no mode. */
function isLink(header: Buffer): boolean {
  // Unix, and Darwin.
  const isUnix = [3, 19].includes(header.readUInt8(5));
  const kind = isUnix ? (header.readUInt32LE(38) >>> 16) & MODE_KIND : 0;
  return kind !== 0 && kind !== MODE_FILE && kind !== MODE_FOLDER;
}

/** A header of the directory, with the name that counts. */
interface Header extends ListedHeader {
  /** Not every program gives it this name. */
  readonly hasOtherName: boolean;
  readonly isLink: boolean;
}

/** @param rest name, extra field and comment @throws {ArchiveRefused} */
function headerOf(
  header: Buffer,
  rest: Buffer,
): Omit<Header, 'name' | 'hasOtherName'> & { readonly otherName: string | null } {
  const nameBytes = Buffer.from(rest.subarray(0, header.readUInt16LE(28)));
  const extra = rest.subarray(nameBytes.length, nameBytes.length + header.readUInt16LE(30));
  const otherName = unicodeName(nameBytes, extra);
  const name = otherName ?? nameBytes.toString('latin1');
  const flags = header.readUInt16LE(8);
  const method = header.readUInt16LE(10);
  // Encrypted, strongly encrypted, a hidden directory, and the method of AES.
  if ((flags & 0x2041) !== 0 || method === 99) throw new ArchiveRefused('encrypted');
  if (header.readUInt16LE(34) !== 0) throw new ArchiveRefused('split');
  if (!usualMethods.has(method) && !seldomMethods.has(method)) throw new ArchiveRefused('method', { name });
  const sizes = sizesOf(header, extra);
  const { bytes, packed } = sizes;
  if ((method === 0 && packed !== bytes) || (method === 8 && bytes > packed * DEFLATE_MAX))
    throw new ArchiveRefused('size', { name });
  return {
    ...sizes,
    nameBytes,
    otherName,
    method,
    crc: header.readUInt32LE(16),
    isLink: isLink(header),
  };
}

const gigabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 3)} GB`;
const tooMany = (limits: ArchiveLimits) =>
  new ArchiveRefused('too-many', { limit: limits.entries.toLocaleString('en') });

/** Reads the directory to its end, which is where its number of entries must be reached. */
async function readHeaders(
  source: RangeSource,
  limits: ArchiveLimits,
): Promise<{ headers: Header[]; directoryAt: number; isLast: boolean }> {
  const directory = await findDirectory(source);
  if (directory.entries > limits.entries) throw tooMany(limits);
  if (directory.bytes > limits.entries * DIRECTORY_PER_ENTRY + DIRECTORY_BYTES) throw new ArchiveRefused('broken');
  const end = directory.offset + directory.bytes;
  const cursor = new Cursor(source, end);
  const headers: ReturnType<typeof headerOf>[] = [];
  let unpacked = 0;
  for (let at = directory.offset; at < end;) {
    if (headers.length === limits.entries) throw tooMany(limits);
    const header = Buffer.from(cursor.peek(at, HEADER_BYTES) ?? (await cursor.take(at, HEADER_BYTES)));
    if (header.readUInt32LE(0) !== HEADER) throw new ArchiveRefused('broken');
    const restBytes = header.readUInt16LE(28) + header.readUInt16LE(30) + header.readUInt16LE(32);
    at += HEADER_BYTES;
    const parsed = headerOf(header, cursor.peek(at, restBytes) ?? (await cursor.take(at, restBytes)));
    at += restBytes;
    headers.push(parsed);
    unpacked += parsed.bytes;
    if (unpacked > limits.unpackedBytes)
      throw new ArchiveRefused('too-large', { limit: gigabytes(limits.unpackedBytes) });
  }
  const count = directory.isWhole ? headers.length : headers.length % 0x1_0000;
  if (count !== directory.entries) throw new ArchiveRefused('broken');
  if (unpacked > archive.ratioFromBytes && unpacked > source.bytes * archive.ratioMax)
    throw new ArchiveRefused('bomb', { limit: String(archive.ratioMax) });
  return { headers: withNames(headers), directoryAt: directory.offset, isLast: directory.isLast };
}

/** Headers with the names that count. Those in another code page than the format's are read otherwise by many programs. */
function withNames(headers: readonly ReturnType<typeof headerOf>[]): Header[] {
  const { names, encoding } = namesOf(headers.map(({ nameBytes }) => nameBytes));
  return headers.map(({ otherName, ...header }, at) => {
    const own = names[at]!;
    const isForeign = encoding !== null && encoding !== 'cp437' && !isUtf8(header.nameBytes);
    return { ...header, name: otherName ?? own, hasOtherName: isForeign || (otherName !== null && otherName !== own) };
  });
}

/** Some names, and how many more there are. */
function someOf(names: readonly string[]): string {
  const more = names.length - NOTED;
  return `${names.slice(0, NOTED).join(', ')}${more > 0 ? `, and ${more.toLocaleString('en')} more` : ''}`;
}

/** What was done to names, for their author. */
function noteOf(
  renamed: readonly string[],
  { escape, long, link }: Readonly<Record<'escape' | 'long' | 'link', readonly string[]>>,
  seldom: readonly string[],
): string | null {
  const sentences = [
    renamed.length > 0 && `Names that not every system can unpack were changed: ${someOf(renamed)}.`,
    escape.length > 0 && `Left out, because the name leads out of the archive's folder: ${someOf(escape)}.`,
    long.length > 0 && `Left out, because the name is too long or in too many folders: ${someOf(long)}.`,
    link.length > 0 && `Left out, because it is a link instead of a file: ${someOf(link)}.`,
  ].filter((sentence) => sentence !== false);
  if (sentences.length > 0) sentences.push('Downloads have the files as they are listed.');
  if (seldom.length > 0)
    sentences.push(`Compressed in a way that many programs cannot unpack: ${someOf(seldom)}. Deflate suits all.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/**
 * Lists a ZIP, in ranges. The central directory must agree with the end of the archive and with what lies at the place of
 * each entry; what does not is refused. Memory is bounded by the number of entries. Folders and what systems leave behind
 * (`__MACOSX`) are left out; names that are dangerous or one on some systems are changed, or left out, with a note; so are
 * files noted that are neither stored nor deflated.
 * @throws {ArchiveRefused}
 */
export async function readDirectory(source: RangeSource, limits: ArchiveLimits): Promise<ReadArchive> {
  const { headers, directoryAt, isLast } = await readHeaders(source, limits);
  const places = headers.toSorted((first, second) => first.offset - second.offset);
  let isExact = (await checkPlaces(source, places, directoryAt)) && isLast;
  const named: { header: Header; path: string }[] = [];
  let unsafe: string | undefined;
  const leftOut = { escape: [] as string[], long: [] as string[], link: [] as string[] };
  for (const header of headers) {
    const judged = judgeName(header.name);
    if (header.isLink) {
      isExact = false;
      leftOut.link.push(shown(header.name, NOTED_CHARACTERS));
      continue;
    }
    // Content of a folder is unpacked by nobody, or as a file.
    if (!judged.isSame || header.hasOtherName || (judged.kind === 'none' && header.bytes > 0)) isExact = false;
    if (judged.kind === 'file') named.push({ header, path: judged.path });
    if (judged.kind !== 'escape' && judged.kind !== 'long') continue;
    unsafe ??= header.name;
    leftOut[judged.kind].push(shown(header.name, NOTED_CHARACTERS));
  }
  const paths = withoutDuplicates(named.map(({ path }) => path));
  const renamed: string[] = [];
  const entries = named.map(({ header, path: own }, index): ArchiveEntry => {
    const path = paths[index]!;
    if (path !== own) isExact = false;
    if (path !== header.name.normalize('NFC').replaceAll('\\', '/').replace(/^\.\//, ''))
      renamed.push(`${shown(header.name, NOTED_CHARACTERS)} is ${shown(path, NOTED_CHARACTERS)}`);
    const { method, crc, packed, bytes, offset } = header;
    return { path, method, crc, packed, bytes, offset };
  });
  const seldom = entries
    .filter(({ method }) => !usualMethods.has(method))
    .map(({ path }) => shown(path, NOTED_CHARACTERS));
  const note = noteOf(renamed, leftOut, seldom);
  if (entries.length === 0 && unsafe !== undefined) throw new ArchiveRefused('escape', { name: unsafe });
  const link = headers.find((header) => header.isLink);
  if (entries.length === 0) throw link ? new ArchiveRefused('link', link) : new ArchiveRefused('empty');
  return { entries, isExact, note };
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Folder by folder, each with its own files before those of the folders in it, `2` before `10`. */
export function sorted(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  const parts = new Map(entries.map((entry) => [entry, entry.path.split('/')]));
  return entries.toSorted((first, second) => {
    const [ones, others] = [parts.get(first)!, parts.get(second)!];
    // A path ends where the other one ends too, or has a folder: that decides.
    for (let at = 0; at < ones.length; at++) {
      const [isLast, isOtherLast] = [at === ones.length - 1, at === others.length - 1];
      if (isLast !== isOtherLast) return isLast ? -1 : 1;
      const order = natural.compare(ones[at]!, others[at]!);
      if (order !== 0) return order;
      if (ones[at] !== others[at]) return ones[at]! < others[at]! ? -1 : 1;
    }
    return 0;
  });
}
