import type { FileHandle } from 'node:fs/promises';
import type { FoundType } from '#platform/server/media/found-type.ts';

/** Up to so many bytes from a place in a file; fewer at its end. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Chunks that are read before the sound's description must have come. */
const MAX_CHUNKS = 64;

/** WAV (RIFF, and RF64 beyond 4 GB) and AIFF: lists of chunks, one of which describes the sound. */
export async function riffOrForm(handle: FileHandle, head: Buffer): Promise<FoundType | null> {
  const group = head.toString('latin1', 0, 4);
  const form = head.toString('latin1', 8, 12);
  const isAiff = group === 'FORM' && /^AIF[FC]$/.test(form);
  if (!isAiff && !(group !== 'FORM' && form === 'WAVE')) return null;
  let position = 12;
  for (let count = 0; count < MAX_CHUNKS; count++) {
    const chunk = await readAt(handle, position, 8);
    if (chunk.length < 8) return null;
    const name = chunk.toString('latin1', 0, 4);
    if (isAiff && name === 'COMM') return { kind: 'audio', contentType: 'audio/aiff', extension: 'aiff' };
    if (!isAiff && name === 'fmt ') return { kind: 'audio', contentType: 'audio/wav', extension: 'wav' };
    const size = isAiff ? chunk.readUInt32BE(4) : chunk.readUInt32LE(4);
    position += 8 + size + (size % 2);
  }
  return null;
}

/** Ogg by the codec of its first stream, whose name begins behind the page's table of segments. */
export function ogg(text: string): FoundType | null {
  const packet = text.slice(27 + text.charCodeAt(26));
  if (packet.startsWith('OpusHead')) return { kind: 'audio', contentType: 'audio/ogg', extension: 'opus' };
  return packet.startsWith('\x01vorbis') || packet.startsWith('\x7fFLAC')
    ? { kind: 'audio', contentType: 'audio/ogg', extension: 'ogg' }
    : null;
}

/** Kilobits a second of MPEG audio by version (1, or 2 and 2.5), layer and index. ISO 11172-3, 13818-3. */
const bitRates: Readonly<Record<string, readonly number[]>> = {
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2-3': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** Bytes of the MPEG audio frame (layer 2 or 3) that begins here; 0 when none does. */
function frameLength(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return 0;
  const [second, third] = [bytes[at + 1]!, bytes[at + 2]!];
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  if (second < 0xe0 || version === 1 || (layer !== 2 && layer !== 3)) return 0;
  const half = version === 3 ? 1 : version === 2 ? 2 : 4;
  const rate = (sampleRates[(third >> 2) & 3] ?? 0) / half;
  const kilobits = bitRates[`${half === 1 ? 1 : 2}-${layer}`]![third >> 4] ?? 0;
  if (rate === 0 || kilobits === 0) return 0;
  const samples = layer === 3 && half > 1 ? 576 : 1152;
  return Math.floor(((samples / 8) * kilobits * 1000) / rate) + ((third >> 1) & 1);
}

/** Frames in a row that nothing else has by chance. */
const FRAMES = 3;

/**
 * Whether MPEG audio begins here: three frames, each where the one before ends; fewer where the file ends.
 * @param searches true where something may lie before the first frame (behind a tag); else only zeros may
 */
export function isMp3(bytes: Buffer, searches: boolean): boolean {
  for (let start = 0; start + 4 <= bytes.length; start++) {
    let at = start;
    let frames = 0;
    for (let length = frameLength(bytes, at); length > 0 && frames < FRAMES; length = frameLength(bytes, at)) {
      at += length;
      frames++;
    }
    if (frames === FRAMES || (frames > 0 && at === bytes.length)) return true;
    if (!searches && bytes[start] !== 0) return false;
  }
  return false;
}

/** Bytes of the AAC frame with a head of its own (ADTS, ISO 14496-3) that begins here; 0 when none does. */
function adtsLength(bytes: Buffer, at: number): number {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0;
  // Thirteen sampling rates are known.
  if (((bytes[at + 2]! >> 2) & 15) > 12) return 0;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return length > 7 ? length : 0;
}

/** Kilobits a second of AC-3 by the upper bits of `frmsizecod`, and samples a second by `fscod` (ETSI TS 102 366). */
const ac3Rates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const ac3Samples = [48_000, 44_100, 32_000];

/** Bytes of the AC-3 or E-AC-3 frame that begins here; 0 when none does. */
function dolbyLength(bytes: Buffer, at: number): number {
  if (at + 6 > bytes.length || bytes.readUInt16BE(at) !== 0x0b77) return 0;
  // E-AC-3 says its length; the version of the bit stream distinguishes the two.
  if (isEnhanced(bytes, at)) return ((bytes.readUInt16BE(at + 2) & 0x7ff) + 1) * 2;
  const code = bytes[at + 4]! & 0x3f;
  const rate = ac3Samples[bytes[at + 4]! >> 6];
  const kilobits = ac3Rates[code >> 1];
  if (rate === undefined || kilobits === undefined) return 0;
  // 1,536 samples a frame, in words of two bytes; at 44.1 kHz every second length is a word longer.
  const words = Math.floor((kilobits * 1000 * 1536) / (rate * 16));
  return (words + (rate === 44_100 ? code & 1 : 0)) * 2;
}

const isEnhanced = (bytes: Buffer, at: number): boolean => bytes[at + 5]! >> 3 > 10;

/** Whether frames follow each other from the beginning; fewer than three where the file ends. */
function hasFrames(bytes: Buffer, lengthAt: (bytes: Buffer, at: number) => number): boolean {
  let at = 0;
  let frames = 0;
  for (let length = lengthAt(bytes, at); length > 0 && frames < FRAMES; length = lengthAt(bytes, at)) {
    at += length;
    frames++;
  }
  return frames === FRAMES || (frames > 0 && at >= bytes.length);
}

/** AAC and AC-3 that lie in no container. */
export function bareSound(bytes: Buffer): FoundType | null {
  if (hasFrames(bytes, adtsLength)) return { kind: 'audio', contentType: 'audio/aac', extension: 'aac' };
  if (!hasFrames(bytes, dolbyLength)) return null;
  return isEnhanced(bytes, 0)
    ? { kind: 'audio', contentType: 'audio/eac3', extension: 'eac3' }
    : { kind: 'audio', contentType: 'audio/ac3', extension: 'ac3' };
}
