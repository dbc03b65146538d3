import { type Frames, NoFrames } from './frames.ts';

/** Frames of the longest sound that is streamed frame by frame: three hours at 48,000 samples a second. */
const framesMax = 510_000;
/** Bytes of the largest index that is read. */
const indexMax = 3_000_000;

/** A box of an MP4: its content in the file. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The boxes between two bytes. What is cut off at the end keeps its declared end. */
function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    let size = view.getUint32(at);
    let head = 8;
    if (size === 1 && at + 16 <= to) {
      size = Number(view.getBigUint64(at + 8));
      head = 16;
    }
    const type = String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4));
    if (size < head) return;
    yield { type, start: at + head, end: at + size };
    at += size;
  }
}

/** The box at the end of a path below another one. @throws {NoFrames} */
function boxAt(view: DataView, within: Box, ...path: readonly string[]): Box {
  let current = within;
  for (const type of path) {
    const next = [...boxesIn(view, current.start, current.end)].find((inner) => inner.type === type);
    if (!next || next.end > within.end) throw new NoFrames();
    current = next;
  }
  return current;
}

/** Where the frames are, and how large: from the tables of a track. */
interface Table {
  readonly offsets: Float64Array;
  readonly sizes: Uint32Array;
}

function tableOf(view: DataView, samples: Box): Table {
  const sizeBox = boxAt(view, samples, 'stsz');
  const same = view.getUint32(sizeBox.start + 4);
  const count = view.getUint32(sizeBox.start + 8);
  if (count === 0 || count > framesMax) throw new NoFrames();
  const sizes = Uint32Array.from({ length: count }, (_, at) => same || view.getUint32(sizeBox.start + 12 + at * 4));
  const [chunks, isWide] = chunksOf(view, samples);
  const chunkCount = view.getUint32(chunks.start + 4);
  const groups = boxAt(view, samples, 'stsc');
  const groupCount = view.getUint32(groups.start + 4);
  const offsets = new Float64Array(count);
  let frame = 0;
  for (let group = 0; group < groupCount && frame < count; group++) {
    const entry = groups.start + 8 + group * 12;
    const first = view.getUint32(entry) - 1;
    const perChunk = view.getUint32(entry + 4);
    const end = group + 1 < groupCount ? view.getUint32(entry + 12) - 1 : chunkCount;
    for (let chunk = first; chunk < end && frame < count; chunk++) {
      const place = chunks.start + 8;
      let at = isWide ? Number(view.getBigUint64(place + chunk * 8)) : view.getUint32(place + chunk * 4);
      for (let inside = 0; inside < perChunk && frame < count; inside++) {
        offsets[frame] = at;
        at += sizes[frame++]!;
      }
    }
  }
  if (frame < count) throw new NoFrames();
  return { offsets, sizes };
}

function chunksOf(view: DataView, samples: Box): readonly [Box, boolean] {
  const wide = [...boxesIn(view, samples.start, samples.end)].find(({ type }) => type === 'co64');
  return wide ? [wide, true] : [boxAt(view, samples, 'stco'), false];
}

/** Samples that all frames have together, and those of one; the last one may have fewer. */
function lengthOf(view: DataView, samples: Box): { total: number; each: number } {
  const times = boxAt(view, samples, 'stts');
  const entries = view.getUint32(times.start + 4);
  if (entries === 0 || entries > 2) throw new NoFrames();
  let total = 0;
  for (let entry = 0; entry < entries; entry++)
    total += view.getUint32(times.start + 8 + entry * 8) * view.getUint32(times.start + 12 + entry * 8);
  return { total, each: view.getUint32(times.start + 12) };
}

/** Samples before the sound, and at most so many of it, by the edit list. */
function editOf(view: DataView, track: Box, perSecond: number, rate: number): { skip: number; most: number } {
  const edits = [...boxesIn(view, track.start, track.end)].find(({ type }) => type === 'edts');
  if (!edits) return { skip: 0, most: Infinity };
  const list = boxAt(view, edits, 'elst');
  const isWide = view.getUint8(list.start) === 1;
  if (view.getUint32(list.start + 4) !== 1) throw new NoFrames();
  const skip = isWide ? Number(view.getBigInt64(list.start + 16)) : view.getInt32(list.start + 12);
  const ticks = isWide ? Number(view.getBigUint64(list.start + 8)) : view.getUint32(list.start + 8);
  if (skip < 0) throw new NoFrames();
  // It counts in coarse ticks: only what is shorter by more than one says something.
  return { skip, most: ticks === 0 ? Infinity : Math.ceil(((ticks + 1) * rate) / perSecond) };
}

/**
 * Reads the index of an MP4 with one sound, whose index comes first.
 * @param bytes the beginning of the file
 * @throws {NoFrames}
 */
export function framesOfMp4(bytes: Uint8Array<ArrayBuffer>): Frames {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const index = [...boxesIn(view, 0, bytes.length)].find(({ type }) => type === 'moov' || type === 'mdat');
  if (index?.type !== 'moov' || index.end > indexMax) throw new NoFrames();
  if (index.end > bytes.length) throw new NoFrames(index.end);
  const tracks = [...boxesIn(view, index.start, index.end)].filter(({ type }) => type === 'trak');
  const track = tracks[0];
  if (!track || tracks.length > 1) throw new NoFrames();
  const media = boxAt(view, track, 'mdia');
  const samples = boxAt(view, media, 'minf', 'stbl');
  const clock = boxAt(view, media, 'mdhd');
  const rate = view.getUint32(clock.start + (view.getUint8(clock.start) === 1 ? 20 : 12));
  const heads = boxAt(view, index, 'mvhd');
  const perSecond = view.getUint32(heads.start + (view.getUint8(heads.start) === 1 ? 20 : 12));
  const described = boxAt(view, samples, 'stsd');
  const kind = String.fromCharCode(...bytes.subarray(described.start + 12, described.start + 16));
  if (kind !== 'mp4a' || rate === 0 || perSecond === 0) throw new NoFrames();
  const { offsets, sizes } = tableOf(view, samples);
  const { total, each } = lengthOf(view, samples);
  const { skip, most } = editOf(view, track, perSecond, rate);
  if (each === 0 || total <= skip) throw new NoFrames();
  return {
    type: 'audio/mp4; codecs="mp4a.40.2"',
    rate,
    frameSamples: each,
    count: sizes.length,
    skip,
    samples: Math.min(total - skip, most),
    head: headOf(bytes.slice(described.start - 8, described.end), rate),
    bytesOf(first, count) {
      const last = Math.min(sizes.length, first + count) - 1;
      return [offsets[first]!, offsets[last]! + sizes[last]!];
    },
    pack(content, first, count) {
      const packed = Math.min(sizes.length - first, count);
      const base = offsets[first]!;
      const parts = Array.from({ length: packed }, (_, at) => {
        const start = offsets[first + at]! - base;
        return content.subarray(start, start + sizes[first + at]!);
      });
      return {
        data: fragment(parts, first * each, each),
        first,
        count: packed,
        isLast: first + packed >= sizes.length,
      };
    },
  };
}

const be = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
const u32 = (...values: readonly number[]): number[] => values.flatMap((value) => be(value, 4));

/** A box with parts as its content. */
function box(type: string, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  const bytes = new Uint8Array(size);
  bytes.set(u32(size));
  for (let at = 0; at < 4; at++) bytes[4 + at] = type.charCodeAt(at);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const unity = [...u32(0x10000), ...zeros(12), ...u32(0x10000), ...zeros(12), ...u32(0x40000000)];

/** What a stream of fragments begins with (ISO/IEC 14496-12, ISO BMFF byte stream format). */
function headOf(described: Uint8Array, rate: number): Uint8Array<ArrayBuffer> {
  const table = (type: string, words: number): Uint8Array => box(type, zeros(words * 4));
  const samples = box('stbl', described, table('stts', 2), table('stsc', 2), table('stsz', 3), table('stco', 2));
  const handler = box(
    'hdlr',
    zeros(8),
    [...'soun'].map((letter) => letter.charCodeAt(0)),
    zeros(13),
  );
  const place = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))));
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, rate, 0), [0x55, 0xc4, 0, 0]),
    handler,
    box('minf', box('smhd', zeros(8)), place, samples),
  );
  const track = box(
    'trak',
    box('tkhd', u32(7, 0, 0, 1, 0, 0), zeros(8), [0, 0, 0, 0, 1, 0, 0, 0], unity, zeros(8)),
    media,
  );
  const movie = box('mvhd', u32(0, 0, 0, rate, 0, 0x10000), [1, 0, 0, 0], zeros(8), unity, zeros(24), u32(2));
  const type = box(
    'ftyp',
    [...'iso5'].map((letter) => letter.charCodeAt(0)),
    u32(512),
    [...'iso5'].map((letter) => letter.charCodeAt(0)),
  );
  const moving = box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0)));
  const index = box('moov', movie, track, moving);
  const all = new Uint8Array(type.length + index.length);
  all.set(type);
  all.set(index, type.length);
  return all;
}

/** Frames as one fragment, from a sample of the stream on. */
function fragment(frames: readonly Uint8Array[], atSample: number, each: number): Uint8Array<ArrayBuffer> {
  const sizes = frames.flatMap((frame) => u32(frame.length));
  const moof = (dataAt: number): Uint8Array =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box(
        'traf',
        // The data are counted from this box; every frame is as long, and can be begun with.
        box('tfhd', u32(0x2002a, 1, 1, each, 0x2000000)),
        box('tfdt', [1, 0, 0, 0], be(atSample, 8)),
        box('trun', u32(0x201, frames.length, dataAt), sizes),
      ),
    );
  const head = moof(moof(0).length + 8);
  const data = box('mdat', ...frames);
  const all = new Uint8Array(head.length + data.length);
  all.set(head);
  all.set(data, head.length);
  return all;
}
