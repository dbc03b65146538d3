import { type FileHandle, open } from 'node:fs/promises';
import type { FoundType } from '#platform/server/media/found-type.ts';
import { readAt } from './sound-headers.ts';

/** Bytes in which an MP3 has its description, and an Ogg file its last page. */
const PART_BYTES = 128 * 1024;
const MAX_CHUNKS = 64;
/** What a program writes as a length that it does not know yet. */
const UNKNOWN = new Set([0, 0xffffffff]);
/** Milliseconds that may be missing: encoders count their own silence in, or not. */
const LEEWAY_MS = 250;

/** WAV: the chunk of samples says how long it is, unless it was written to a pipe. */
async function wavEndsEarly(handle: FileHandle, fileBytes: number): Promise<boolean> {
  let position = 12;
  let bytesPerSecond = 0;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const chunk = await readAt(handle, position, 24);
    if (chunk.length < 8) return false;
    const name = chunk.toString('latin1', 0, 4);
    const size = chunk.readUInt32LE(4);
    if (name === 'fmt ' && chunk.length >= 20) bytesPerSecond = chunk.readUInt32LE(16);
    if (name === 'data') {
      const missing = size - (fileBytes - position - 8);
      return !UNKNOWN.has(size) && missing > (bytesPerSecond * LEEWAY_MS) / 1000;
    }
    position += 8 + size + (size % 2);
  }
  return false;
}

/** MP3: the head of most files counts the frames; without one every length is a guess. */
async function mp3EndsEarly(handle: FileHandle, missingMs: number): Promise<boolean> {
  const head = (await readAt(handle, 0, 10)).toString('latin1');
  const tag = head.startsWith('ID3') ? [6, 7, 8, 9].reduce((sum, at) => sum * 128 + head.charCodeAt(at), 0) + 10 : 0;
  const start = (await readAt(handle, tag, PART_BYTES)).toString('latin1', 0, 4096);
  return /Xing|Info/.test(start) && missingMs > LEEWAY_MS;
}

/** Ogg: the last page says that it is the last one, and is whole. */
async function oggEndsEarly(handle: FileHandle, fileBytes: number): Promise<boolean> {
  const end = await readAt(handle, Math.max(0, fileBytes - PART_BYTES), PART_BYTES);
  const at = end.lastIndexOf('OggS');
  if (at < 0 || at + 27 > end.length) return true;
  const segments = end.subarray(at + 27, at + 27 + end[at + 26]!);
  const bytes = 27 + segments.length + segments.reduce((sum, length) => sum + length, 0);
  const isLast = (end[at + 5]! & 4) !== 0;
  return !isLast || segments.length < end[at + 26]! || at + bytes > end.length;
}

/**
 * Whether the end of a sound is missing that plays as far as it goes: WAV, MP3 and Ogg. Others are refused then
 * (`endIsMissing`).
 * @param declaredMs what its head says
 * @param durationMs what was decoded
 */
export async function endsEarly(
  file: string,
  { extension }: FoundType,
  declaredMs: number,
  durationMs: number,
): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (extension === 'wav') return await wavEndsEarly(handle, size);
    if (extension === 'mp3') return await mp3EndsEarly(handle, declaredMs - durationMs);
    return extension === 'ogg' || extension === 'opus' ? await oggEndsEarly(handle, size) : false;
  } finally {
    await handle.close();
  }
}
