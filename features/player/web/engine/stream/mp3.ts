import { type Frames, NoFrames, type Packed } from './frames.ts';

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = [44_100, 48_000, 32_000] as const;

/** The head of a frame. */
interface Head {
  readonly version: 1 | 2;
  readonly rate: number;
  readonly bytes: number;
  readonly samples: number;
  readonly isMono: boolean;
}

/** The frame that begins at a byte; null where none does. */
function headAt(bytes: Uint8Array, at: number): Head | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  // Layer III alone.
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const generation = (second >> 3) & 3;
  const version = generation === 3 ? 1 : 2;
  const speed = rates[(third >> 2) & 3];
  const kilobits = bitRates[version][third >> 4];
  if (generation === 1 || speed === undefined || !kilobits) return null;
  const rate = speed / (generation === 3 ? 1 : generation === 2 ? 2 : 4);
  const samples = version === 1 ? 1152 : 576;
  const length = Math.floor((samples * 125 * kilobits) / rate) + ((third >> 1) & 1);
  return { version, rate, bytes: length, samples, isMono: fourth >> 6 === 3 };
}

/** What the first frame says of the others, as encoders write it: how many, where, and what is before and behind the sound. */
interface Info {
  readonly frames: number;
  readonly bytes: number;
  /** Places of a hundred equal parts of the time, in parts of 256 of the bytes; null where all frames are as large. */
  readonly places: Uint8Array | null;
  readonly delay: number;
  readonly padding: number;
}

function infoOf(bytes: Uint8Array, at: number, head: Head): Info | null {
  const tag = at + 4 + (head.version === 1 ? (head.isMono ? 17 : 32) : head.isMono ? 9 : 17);
  const name = String.fromCharCode(...bytes.subarray(tag, tag + 4));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((name !== 'Xing' && name !== 'Info') || tag + 144 > bytes.length || (view.getUint32(tag + 4) & 7) !== 7)
    return null;
  const more = tag + 116 + (view.getUint32(tag + 4) & 8 ? 4 : 0);
  const gaps = (bytes[more + 21]! << 16) | (bytes[more + 22]! << 8) | bytes[more + 23]!;
  return {
    frames: view.getUint32(tag + 8),
    bytes: view.getUint32(tag + 12),
    places: name === 'Xing' ? bytes.slice(tag + 16, tag + 116) : null,
    delay: gaps >> 12,
    padding: gaps & 0xfff,
  };
}

/**
 * Reads what an MP3 says of its frames.
 * @param bytes the beginning of the file
 * @throws {NoFrames}
 */
export function framesOfMp3(bytes: Uint8Array<ArrayBuffer>): Frames {
  const head = headAt(bytes, 0);
  const info = head && infoOf(bytes, 0, head);
  if (!head || !info || info.frames === 0 || info.bytes <= head.bytes) throw new NoFrames();
  const start = head.bytes;
  const { places } = info;
  const each = (info.bytes - start) / info.frames;
  const place = (frame: number): number => {
    if (frame >= info.frames) return info.bytes;
    // Frames of one size differ by a byte: a little early is found, a little late is the next one.
    if (!places) return start + Math.max(0, Math.floor(frame * each) - 2);
    const share = (frame / info.frames) * 100;
    const part = Math.min(99, Math.floor(share));
    const from = places[part]!;
    const to = places[part + 1] ?? 256;
    return Math.max(start, Math.floor(((from + (to - from) * (share - part)) / 256) * info.bytes));
  };
  /** Where frames begin that were packed before. */
  const known = new Map([[0, start]]);
  const isFrame = (content: Uint8Array, at: number): Head | null => {
    const candidate = headAt(content, at);
    return candidate && candidate.rate === head.rate && candidate.version === head.version ? candidate : null;
  };
  const pack = (content: Uint8Array<ArrayBuffer>, first: number, count: number): Packed => {
    let at = 0;
    // A guess may lie in the middle of a frame; two heads in a row are no accident.
    while (!known.has(first) && at < content.length) {
      const frame = isFrame(content, at);
      if (frame && (at + frame.bytes >= content.length || isFrame(content, at + frame.bytes))) break;
      at++;
    }
    const begin = at;
    let packed = 0;
    const base = known.get(first) ?? place(first);
    for (let frame = isFrame(content, at); frame && packed < count; frame = isFrame(content, at)) {
      if (at + frame.bytes > content.length) break;
      at += frame.bytes;
      packed++;
    }
    if (packed === 0) throw new NoFrames();
    known.set(first + packed, base + at);
    return { data: content.slice(begin, at), first, count: packed, isLast: base + at >= info.bytes };
  };
  return {
    type: 'audio/mpeg',
    rate: head.rate,
    frameSamples: head.samples,
    count: info.frames,
    // Every decoder of MP3 is late by 529 samples more: the browser counts those itself.
    skip: info.delay,
    samples: info.frames * head.samples - info.delay - info.padding,
    head: null,
    bytesOf: (first, count) => [known.get(first) ?? place(first), Math.min(info.bytes, place(first + count) + 1500)],
    pack,
  };
}
