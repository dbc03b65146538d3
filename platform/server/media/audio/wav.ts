import type { FileHandle } from 'node:fs/promises';
import { readAt } from '#platform/server/media/signature.ts';

const MAX_CHUNKS = 256;
/** What a program writes as a length that it does not know yet. */
const UNKNOWN = new Set([0, 0xff_ff_ff_ff]);
/** Bytes at the end in which a chunk may lie behind samples of unknown length. */
const TAIL_BYTES = 64 * 1024;
/** Chunks that programs write behind the samples. */
const tailChunk = /LIST|id3 |ID3 |bext|iXML|_PMX|cue |smpl|acid|JUNK/g;

/** Where the samples of a WAV lie. */
export interface WavSamples {
  /** Where they end, in the file. */
  readonly end: number;
  /** How much of what the head speaks of is not there; 0 where it knows no length. */
  readonly missingMs: number;
  /** The head knows no length: browsers play nothing, or what lies behind. */
  readonly isOpen: boolean;
  /** The head knows no length, and another chunk lies behind the samples, which a decoder would play. */
  readonly isFollowed: boolean;
}

/** Finds the samples of a WAV (RIFF; those of RF64 have their length elsewhere); null for what is none. @param start where it begins */
export async function wavSamples(handle: FileHandle, start: number): Promise<WavSamples | null> {
  const { size: fileBytes } = await handle.stat();
  if ((await readAt(handle, start, 4)).toString('latin1') !== 'RIFF') return null;
  let position = start + 12;
  let bytesPerSecond = 0;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const chunk = await readAt(handle, position, 24);
    if (chunk.length < 8) return null;
    const name = chunk.toString('latin1', 0, 4);
    const size = chunk.readUInt32LE(4);
    if (name === 'fmt ' && chunk.length >= 20) bytesPerSecond = chunk.readUInt32LE(16);
    if (name === 'data') {
      const from = position + 8;
      const isUnknown = UNKNOWN.has(size);
      const end = isUnknown ? await endOfSamples(handle, from, fileBytes) : Math.min(from + size, fileBytes);
      const missing = isUnknown || bytesPerSecond === 0 ? 0 : Math.max(0, from + size - fileBytes);
      return {
        end,
        missingMs: missing === 0 ? 0 : (missing / bytesPerSecond) * 1000,
        isOpen: isUnknown,
        isFollowed: isUnknown && end < fileBytes,
      };
    }
    position += 8 + size + (size % 2);
  }
  return null;
}

/** Where samples of unknown length end: before a chunk that reaches exactly to the end of the file. */
async function endOfSamples(handle: FileHandle, from: number, fileBytes: number): Promise<number> {
  const at = Math.max(from, fileBytes - TAIL_BYTES);
  const tail = await readAt(handle, at, TAIL_BYTES);
  for (const { index } of tail.toString('latin1').matchAll(tailChunk)) if (isChain(tail, index)) return at + index;
  return fileBytes;
}

/** Whether chunks follow each other from here exactly to the end; the last byte of an odd one may be missing. */
function isChain(tail: Buffer, from: number): boolean {
  let position = from;
  while (position + 8 <= tail.length) {
    const size = tail.readUInt32LE(position + 4);
    position += 8 + size + (size % 2);
  }
  return position === tail.length || position === tail.length + 1;
}
