import { withMp4Tags } from './mp4-tags.ts';
import type { ReadBytes, TaggedSound, WrittenTags } from './tags.ts';

/** Bytes of a sound's beginning that are read. A FLAC or Ogg whose comments end behind them stays without tags. */
const TAG_START_BYTES = 64 * 1024;

const NONE = Buffer.alloc(0);
const MAX_32 = 0xffffffff;

/** A chunk of RIFF or AIFF, at an even length. */
function chunk(id: string, content: Buffer, isBig: boolean): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  if (isBig) head.writeUInt32BE(content.length, 4);
  else head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Seven bits a byte, as ID3 writes sizes. */
const sevenBits = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
const sizeOf = (start: Buffer): number => [6, 7, 8, 9].reduce((size, at) => (size << 7) | (start[at]! & 0x7f), 0);

/** Tags as frames of ID3v2.3 or ID3v2.4, in UTF-16. */
function id3Frames(version: 3 | 4, tags: WrittenTags): Buffer {
  const texts = { TIT2: tags.title, TPE1: tags.artist, TALB: tags.album };
  const frames = Object.entries(texts).map(([id, text]) => {
    if (text === null) return NONE;
    const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const size = version === 4 ? sevenBits(content.length) : Buffer.alloc(4);
    if (version === 3) size.writeUInt32BE(content.length);
    return Buffer.concat([Buffer.from(id), size, Buffer.alloc(2), content]);
  });
  return Buffer.concat(frames);
}

const id3Head = (version: 3 | 4, size: number): Buffer =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, 0]), sevenBits(size)]);

/** MP3: ID3v2 in front, or frames at the beginning of the one that is there. */
function withId3(start: Buffer, tags: WrittenTags): TaggedSound | null {
  const hasTag = start.toString('latin1', 0, 3) === 'ID3';
  const version = hasTag ? start[3]! : 3;
  // Other versions, and frames that are stored otherwise, are left alone.
  if ((version !== 3 && version !== 4) || (hasTag && start[5] !== 0)) return null;
  const frames = id3Frames(version, tags);
  const size = (hasTag ? sizeOf(start) : 0) + frames.length;
  return { head: Buffer.concat([id3Head(version, size), frames]), replaced: hasTag ? 10 : 0, tail: NONE };
}

/** WAV and AIFF: a chunk behind the others. Null where the file is not as long as it says, or would be too long to say. */
function withChunk(start: Buffer, bytes: number, tags: WrittenTags): TaggedSound | null {
  const isBig = start.toString('latin1', 0, 4) === 'FORM';
  if ((isBig ? start.readUInt32BE(4) : start.readUInt32LE(4)) !== bytes - 8) return null;
  const infos = Object.entries({ INAM: tags.title, IART: tags.artist, IPRD: tags.album }).map(([id, text]) =>
    text === null ? NONE : chunk(id, Buffer.from(`${text}\0`), false),
  );
  const frames = id3Frames(3, tags);
  const added = isBig
    ? chunk('ID3 ', Buffer.concat([id3Head(3, frames.length), frames]), true)
    : chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...infos]), false);
  const tail = Buffer.concat([Buffer.alloc(bytes % 2), added]);
  const whole = bytes - 8 + tail.length;
  if (whole > MAX_32) return null;
  const head = Buffer.from(start.subarray(0, 8));
  if (isBig) head.writeUInt32BE(whole, 4);
  else head.writeUInt32LE(whole, 4);
  return { head, replaced: 8, tail };
}

const FLAC_COMMENTS = 4;
const FLAC_LAST = 0x80;

function flacBlock(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  head[0] = type;
  return Buffer.concat([head, content]);
}

/** A list of Vorbis comments with the tags in front of those that are there; it begins with the name of the encoder. */
function moreComments(list: Buffer, tags: WrittenTags): Buffer {
  const texts = { TITLE: tags.title, ARTIST: tags.artist, ALBUM: tags.album };
  const added = Object.entries(texts).flatMap(([name, text]) => {
    if (text === null) return [];
    const comment = Buffer.from(`${name}=${text}`);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(comment.length);
    return [Buffer.concat([size, comment])];
  });
  const countAt = 4 + list.readUInt32LE(0);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(list.readUInt32LE(countAt) + added.length);
  return Buffer.concat([list.subarray(0, countAt), count, ...added, list.subarray(countAt + 4)]);
}

/** FLAC: comments beside those that are there, or a block of them behind the first block. */
function withComments(start: Buffer, tags: WrittenTags): TaggedSound | null {
  for (let at = 4; at + 4 <= start.length;) {
    const head = start[at]!;
    const [type, isLast] = [head & 0x7f, (head & FLAC_LAST) !== 0];
    const end = at + 4 + start.readUIntBE(at + 1, 3);
    if (end > start.length) return null;
    const isFound = type === FLAC_COMMENTS;
    if (isFound || isLast) {
      const known = isFound ? start.subarray(at + 4, end) : Buffer.alloc(8);
      const block = flacBlock(isLast ? FLAC_COMMENTS | FLAC_LAST : FLAC_COMMENTS, moreComments(known, tags));
      const before = Buffer.from(start.subarray(0, isFound ? at : end));
      if (!isFound) before[at] = type;
      return { head: Buffer.concat([before, block]), replaced: end, tail: NONE };
    }
    at = end;
  }
  return null;
}

const OGG_HEAD = 27;
const OGG_CONTINUED_OR_FIRST = 3;

/** The checksum of a page of Ogg, in which that of the page itself is 0. */
function oggSum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}

/** Ogg: comments in the second page, which has to hold them whole: further pages would change every number behind them. */
function withOggComments(start: Buffer, tags: WrittenTags): TaggedSound | null {
  const pageAt = oggEnd(start, 0);
  const end = oggEnd(start, pageAt);
  const isSecond =
    start.toString('latin1', pageAt, pageAt + 4) === 'OggS' && (start[pageAt + 5]! & OGG_CONTINUED_OR_FIRST) === 0;
  if (!isSecond || end > start.length || start.readUInt32LE(14) !== start.readUInt32LE(pageAt + 14)) return null;
  const lacing = start.subarray(pageAt + OGG_HEAD, pageAt + OGG_HEAD + start[pageAt + 26]!);
  const last = lacing.findIndex((size) => size < 255);
  if (last === -1) return null;
  const packetAt = pageAt + OGG_HEAD + lacing.length;
  const packet = start.subarray(packetAt, packetAt + last * 255 + lacing[last]!);
  const name = /^(?:\x03vorbis|OpusTags)/.exec(packet.toString('latin1', 0, 8))?.[0];
  if (name === undefined) return null;
  const longer = Buffer.concat([packet.subarray(0, name.length), moreComments(packet.subarray(name.length), tags)]);
  const sizes = Buffer.alloc(Math.floor(longer.length / 255) + 1, 255);
  sizes[sizes.length - 1] = longer.length % 255;
  const segments = Buffer.concat([sizes, lacing.subarray(last + 1)]);
  if (segments.length > 255) return null;
  const pageHead = Buffer.from(start.subarray(pageAt, pageAt + OGG_HEAD));
  pageHead[26] = segments.length;
  pageHead.writeUInt32LE(0, 22);
  const page = Buffer.concat([pageHead, segments, longer, start.subarray(packetAt + packet.length, end)]);
  page.writeUInt32LE(oggSum(page), 22);
  return { head: Buffer.concat([start.subarray(0, pageAt), page]), replaced: end, tail: NONE };
}

/** Where the page of Ogg ends that begins there. */
function oggEnd(start: Buffer, at: number): number {
  const bodyAt = at + OGG_HEAD + start.readUInt8(at + 26);
  return start.subarray(at + OGG_HEAD, bodyAt).reduce((end, size) => end + size, bodyAt);
}

/**
 * A sound with tags in front of its bytes or behind them, in formats that take them there: WAV, AIFF, MP3, FLAC, Ogg and
 * M4A. Null for every other one, and where the file is not built as it should be. For a sound that has no title: what it
 * says of itself stays beside it.
 * @param bytes of the whole file
 */
export async function withTags(read: ReadBytes, bytes: number, tags: WrittenTags): Promise<TaggedSound | null> {
  const start = await read(0, Math.min(bytes, TAG_START_BYTES));
  const name = start.toString('latin1', 0, 12);
  try {
    if (/^RIFF[^]{4}WAVE$/.test(name) || /^FORM[^]{4}AIF[FC]$/.test(name)) return withChunk(start, bytes, tags);
    if (name.startsWith('fLaC')) return withComments(start, tags);
    if (name.startsWith('OggS')) return withOggComments(start, tags);
    if (name.startsWith('ftyp', 4)) return await withMp4Tags(read, bytes, tags);
    // Of an MP3 without tags the first frame: eleven bits, a version, and layer III.
    const isFrame = start.length > 1 && start[0] === 0xff && (start[1]! & 0xe6) === 0xe2;
    return name.startsWith('ID3') || isFrame ? withId3(start, tags) : null;
  } catch (error) {
    // A number in it points past its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
