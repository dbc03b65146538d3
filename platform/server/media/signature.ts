import { type FileHandle, open } from 'node:fs/promises';
import type { FoundType } from './found-type.ts';

/** Up to so many bytes from a place in a file; fewer at its end. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The first bytes of a content, behind the tags and the padding in front of it. */
export interface Head {
  /** Bytes of ID3v2 tags and zeros in front. */
  readonly start: number;
  /** `HEAD_BYTES` of them, one character a byte. */
  readonly text: string;
  readonly isWebm: boolean;
}

/** Bytes in which every signature lies. */
const HEAD_BYTES = 4096;
/** Tags, and pieces of padding, that are passed over. */
const MAX_PARTS = 64;
const PADDING_BYTES = 64 * 1024;

/** Bytes of the ID3v2 tag that begins here, its head and foot included (ID3v2.4, section 3.1); 0 where none does. */
export function tagLength(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3' || bytes[3] === 0xff) return 0;
  const size = bytes.subarray(6, 10);
  if (size.some((byte) => byte > 0x7f)) return 0;
  const hasFoot = (bytes[5]! & 0x10) !== 0;
  return size.reduce((sum, byte) => sum * 128 + byte, 0) + (hasFoot ? 20 : 10);
}

/** Zeros that stand in front of a content without a tag: fewer are part of it. */
const LEAST_PADDING = 16;
/** A box of MP4 and QuickTime that a file begins with, behind its length: the media themselves may have any. */
const box = /^([\0-\x08][^]{3}(ftyp|moov|wide|pnot|skip|free)|[^]{4}mdat)/;

/** Zeros in front of a content. The length of a box begins with some too. */
function paddingLength(part: Buffer, isBehindTag: boolean): number {
  const zeros = part.findIndex((byte) => byte !== 0);
  if (zeros === -1) return part.length;
  if (zeros === 0 || (!isBehindTag && zeros < LEAST_PADDING)) return 0;
  const ofBox = [0, 1, 2, 3].find((count) => box.test(part.toString('latin1', zeros - count, zeros - count + 8)));
  return zeros - (ofBox ?? 0);
}

/** Reads the head of a content, wherever it begins. @param read up to so many bytes from a place in it */
export async function headBy(read: (position: number, length: number) => Promise<Buffer>): Promise<Head> {
  let start = 0;
  for (let count = 0; count < MAX_PARTS; count++) {
    const part = await read(start, PADDING_BYTES);
    const tag = tagLength(part);
    const skipped = tag > 0 ? tag : paddingLength(part, start > 0);
    if (skipped === 0) break;
    start += skipped;
  }
  const text = (await read(start, HEAD_BYTES)).toString('latin1');
  return { start, text, isWebm: text.startsWith('\x1aE\xdf\xa3') && text.slice(0, 64).includes('webm') };
}

/** Reads with a file, and closes it. */
export async function withFile<T>(file: string, read: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, 'r');
  try {
    return await read(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the head of a file. */
export const readHeadOf = (file: string): Promise<Head> =>
  withFile(file, (handle) => headBy((position, length) => readAt(handle, position, length)));

const type = (kind: FoundType['kind'], contentType: string, extension: string): FoundType => ({
  kind,
  contentType,
  extension,
});

/** Signatures (magic bytes) of sound and video: where ffmpeg decides what is in them, or is not there to be asked. */
const recordings: readonly (readonly [signature: RegExp, type: FoundType])[] = [
  [/^(RIFF|RIFX|RF64|BW64)[^]{4}WAVE/, type('audio', 'audio/wav', 'wav')],
  [/^riff\x2e\x91\xcf\x11/, type('audio', 'audio/x-w64', 'w64')],
  [/^FORM[^]{4}AIF[FC]/, type('audio', 'audio/aiff', 'aiff')],
  [/^caff\0\x01/, type('audio', 'audio/x-caf', 'caf')],
  [/^\.snd\0/, type('audio', 'audio/basic', 'au')],
  [/^wvpk/, type('audio', 'audio/x-wavpack', 'wv')],
  [/^fLaC/, type('audio', 'audio/flac', 'flac')],
  [/^OggS/, type('audio', 'audio/ogg', 'ogg')],
  [/^[^]{4}ftypM4[AB] /, type('audio', 'audio/mp4', 'm4a')],
  [/^[^]{4}ftypqt {2}/, type('video', 'video/quicktime', 'mov')],
  [/^[^]{4}ftyp/, type('video', 'video/mp4', 'mp4')],
  [box, type('video', 'video/quicktime', 'mov')],
  [/^\x1aE\xdf\xa3/, type('video', 'video/x-matroska', 'mkv')],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, type('video', 'video/x-ms-wmv', 'wmv')],
  [/^RIFF[^]{4}AVI /, type('video', 'video/x-msvideo', 'avi')],
  [/^FLV\x01/, type('video', 'video/x-flv', 'flv')],
  [/^\x47[^]{187}\x47[^]{187}\x47/, type('video', 'video/mp2t', 'ts')],
  // Of AVCHD: a time stands before each packet.
  [/^[^]{4}\x47[^]{191}\x47[^]{191}\x47/, type('video', 'video/mp2t', 'ts')],
  [/^\x00\x00\x01\xba/, type('video', 'video/mpeg', 'mpg')],
];

/** What a head says of a file; null where it says nothing. Of a recording only ffmpeg knows more. */
export function signatureOf({ start, text }: Head): FoundType | null {
  const other = otherSignature(text);
  // Nothing but sound lies behind the tags of sound.
  if (other) return start === 0 ? other : null;
  return recordings.find(([signature]) => signature.test(text))?.[1] ?? null;
}

/** What stands for MP3 where ffmpeg is not there to find its frames: its tag, or the mark of a frame. */
export const mp3ByMark = ({ start, text }: Head): FoundType | null =>
  start > 0 || /^\xff[\xf2-\xf7\xfa-\xff]/.test(text) ? type('audio', 'audio/mpeg', 'mp3') : null;

/** The head of BMP, and its description of 12 to 124 bytes with one plane. */
const bitmap = /^BM[^]{12}(\x0c\0{3}[^]{4}|[\x28\x34\x38\x40\x6c\x7c]\0{3}[^]{8})\x01\0/;

function otherSignature(text: string): FoundType | null {
  if (text.startsWith('\xff\xd8\xff')) return type('image', 'image/jpeg', 'jpg');
  if (text.startsWith('\x89PNG\r\n\x1a\n') && text.startsWith('IHDR', 12)) return type('image', 'image/png', 'png');
  if (/^GIF8[79]a/.test(text) && text.length > 13) return type('image', 'image/gif', 'gif');
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return type('image', 'image/tiff', 'tiff');
  if (bitmap.test(text)) return type('image', 'image/bmp', 'bmp');
  if (text.startsWith('RIFF') && /^WEBPVP8[ LX]/.test(text.slice(8, 16))) return type('image', 'image/webp', 'webp');
  if (/^PK(\x03\x04|\x05\x06|(\x07\x08|00)PK\x03\x04)/.test(text)) return type('archive', 'application/zip', 'zip');
  if (text.startsWith('Rar!\x1a\x07')) return type('packed', 'application/vnd.rar', 'rar');
  if (text.startsWith('7z\xbc\xaf\x27\x1c')) return type('packed', 'application/x-7z-compressed', '7z');
  return pictureBox(text);
}

/** AVIF and HEIC by the brands of the first box (ISO 14496-12). */
function pictureBox(text: string): FoundType | null {
  if (!text.startsWith('ftyp', 4)) return null;
  const length = Math.min(text.charCodeAt(2) * 256 + text.charCodeAt(3), 256);
  const main = text.slice(8, 12);
  if (!/^(avi[fs]|hei[cmsx]|hev[cmsx]|mi[af]1|msf1)$/.test(main)) return null;
  const brands = [main, ...(text.slice(16, Math.max(16, length)).match(/.{4}/gs) ?? [])];
  return brands.some((brand) => /^avi[fs]$/.test(brand))
    ? type('image', 'image/avif', 'avif')
    : type('image', 'image/heic', 'heic');
}
