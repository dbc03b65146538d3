import type { FileHandle } from 'node:fs/promises';
import { readAt } from './audio/sound-headers.ts';

export type TrackKind = 'audio' | 'video';

/** Boxes or elements that are read: a hostile file may hold any number. */
const MAX_PARTS = 20_000;

const parents = new Set(['moov', 'trak', 'mdia']);
const handlers: Readonly<Record<string, TrackKind>> = { soun: 'audio', vide: 'video' };

/** Kinds of the tracks of an MP4 or QuickTime file; empty where its description (`moov`) is missing. ISO 14496-12. */
export async function mp4Tracks(handle: FileHandle): Promise<ReadonlySet<TrackKind>> {
  const kinds = new Set<TrackKind>();
  const { size: end } = await handle.stat();
  let position = 0;
  for (let count = 0; count < MAX_PARTS && position + 8 <= end; count++) {
    const box = await readAt(handle, position, 24);
    if (box.length < 8) break;
    const name = box.toString('latin1', 4, 8);
    const short = box.readUInt32BE(0);
    const isLong = short === 1 && box.length >= 16;
    const size = isLong ? Number(box.readBigUInt64BE(8)) : short === 0 ? end - position : short;
    if (size < 8) break;
    if (name === 'hdlr') {
      const kind = handlers[box.toString('latin1', 16, 20)];
      if (kind) kinds.add(kind);
    }
    // Into a parent, over everything else: a walk without a stack, because boxes lie in order.
    position += parents.has(name) ? (isLong ? 16 : 8) : size;
  }
  return kinds;
}

const SEGMENT = 0x18_53_80_67;
const TRACKS = 0x16_54_ae_6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CLUSTER = 0x1f_43_b6_75;
const trackTypes: Readonly<Record<number, TrackKind>> = { 1: 'video', 2: 'audio' };

/** Kinds of the tracks of a Matroska or WebM file. RFC 8794 (EBML), RFC 9559. */
export async function matroskaTracks(handle: FileHandle): Promise<ReadonlySet<TrackKind>> {
  const kinds = new Set<TrackKind>();
  let position = 0;
  for (let count = 0; count < MAX_PARTS; count++) {
    const head = await readAt(handle, position, 16);
    const id = variableNumber(head, 0, false);
    const size = id && variableNumber(head, id.length, true);
    if (!id || !size || id.value === CLUSTER) break;
    const start = id.length + size.length;
    if (id.value === TRACK_TYPE) {
      const kind = trackTypes[head[start] ?? 0];
      if (kind) kinds.add(kind);
    }
    const isParent = id.value === SEGMENT || id.value === TRACKS || id.value === TRACK_ENTRY;
    position += isParent ? start : start + size.value;
  }
  return kinds;
}

/** A number whose first byte has its length in the leading zeros; sizes are without that marker bit. */
function variableNumber(bytes: Buffer, at: number, isSize: boolean): { value: number; length: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > 8 || at + length > bytes.length) return null;
  let value = isSize ? first & (0xff >> length) : first;
  for (let index = 1; index < length; index++) value = value * 256 + bytes[at + index]!;
  return { value, length };
}
