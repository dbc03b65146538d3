import { type FileHandle, open } from 'node:fs/promises';
import type { Probe } from '#platform/server/media/probe.ts';
import { readAt } from '#platform/server/media/signature.ts';
import { wavSamples } from './wav.ts';

/** Bytes in which an MP3 has its first frame, and an Ogg file its last page. */
const PART_BYTES = 128 * 1024;
/** Milliseconds that may be missing: encoders count their own silence in, or not. */
const LEEWAY_MS = 250;

/** Samples a second by version (MPEG 1, 2, 2.5) and index (ISO 11172-3, 13818-3). */
const rates = [44_100, 48_000, 32_000];

/**
 * Milliseconds of an MP3 by the frames that its first one counts (Xing, Info: its VBR header; VBRI: Fraunhofer's), without
 * the silence that a LAME tag says the encoder added. Null where nothing is counted: then every length is a guess.
 */
export function countedMs(start: Buffer): number | null {
  const text = start.toString('latin1');
  const at = text.search(/Xing|Info|VBRI/);
  // The frame's head is before its side information, of 9 to 32 bytes; that of VBRI is always 32 bytes before.
  const head = at < 0 ? -1 : Math.max(start.lastIndexOf(0xff, at - 4), at - 36);
  if (head < 0 || head + 4 > start.length || at + 160 > start.length) return null;
  const version = (start[head + 1]! >> 3) & 3;
  const rate = (rates[(start[head + 2]! >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (start[head] !== 0xff || start[head + 1]! < 0xe0 || version === 1 || rate === 0) return null;
  const isVbri = text.startsWith('VBRI', at);
  const flags = isVbri ? 1 : start.readUInt32BE(at + 4);
  if ((flags & 1) === 0) return null;
  const frames = start.readUInt32BE(at + (isVbri ? 14 : 8));
  const lame = at + 8 + [4, 4, 100, 4].reduce((sum, bytes, bit) => sum + ((flags >> bit) & 1 ? bytes : 0), 0);
  const isLame = !isVbri && /^(LAME|Lav[cf])/.test(text.slice(lame, lame + 4));
  const silence = isLame ? start.readUIntBE(lame + 21, 3) : 0;
  const samples = frames * (version === 3 ? 1152 : 576) - (silence >> 12) - (silence & 0xfff);
  return (samples / rate) * 1000;
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
 * @param durationMs what was decoded
 */
export async function endsEarly(
  file: string,
  { found: { extension }, start }: Pick<Probe, 'found' | 'start'>,
  durationMs: number,
): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    if (extension === 'wav') {
      const samples = await wavSamples(handle, start);
      return samples !== null && samples.missingMs > LEEWAY_MS;
    }
    if (extension === 'mp3') {
      const counted = countedMs(await readAt(handle, start, PART_BYTES));
      return counted !== null && counted - durationMs > LEEWAY_MS;
    }
    return extension === 'ogg' || extension === 'opus' ? await oggEndsEarly(handle, (await handle.stat()).size) : false;
  } finally {
    await handle.close();
  }
}
