import { type FileHandle, open } from 'node:fs/promises';
import { bareSound, isMp3, ogg, readAt, riffOrForm } from './audio/sound-headers.ts';
import type { FoundType } from './found-type.ts';
import { matroskaTracks, mp4Tracks } from './tracks.ts';

const type = (kind: FoundType['kind'], contentType: string, extension: string): FoundType => ({
  kind,
  contentType,
  extension,
});
const other = type('other', 'application/octet-stream', 'bin');

/** Bytes in which every signature lies. */
const HEAD_BYTES = 4096;

/**
 * Detects the type of a file by its signature (magic bytes), not by its name. Reads a few kilobytes anywhere in the file.
 * A closed list: what is not in it (SVG, HTML, documents, programs) is `other`. An `image` has the head of one; whether
 * the rest is whole is found out by decoding it.
 */
export async function detectType(file: string): Promise<FoundType> {
  const handle = await open(file, 'r');
  try {
    return await typeOf(handle);
  } finally {
    await handle.close();
  }
}

async function typeOf(handle: FileHandle): Promise<FoundType> {
  const head = await readAt(handle, 0, HEAD_BYTES);
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return type('image', 'image/jpeg', 'jpg');
  if (text.startsWith('\x89PNG\r\n\x1a\n') && text.startsWith('IHDR', 12)) return type('image', 'image/png', 'png');
  if (/^GIF8[79]a/.test(text) && head.length > 13) return type('image', 'image/gif', 'gif');
  if (text.startsWith('RIFF') && /^WEBPVP8[ LX]/.test(text.slice(8, 16))) return type('image', 'image/webp', 'webp');
  if (text.startsWith('RIFF') && text.startsWith('AVI ', 8)) return type('video', 'video/x-msvideo', 'avi');
  if (text.startsWith(ASF)) return await asf(handle);
  if (/^(RIFF|RF64|FORM)/.test(text)) return (await riffOrForm(handle, head)) ?? other;
  if (text.startsWith('fLaC')) return type('audio', 'audio/flac', 'flac');
  if (text.startsWith('OggS')) return ogg(text) ?? other;
  if (text.startsWith('ftyp', 4)) return await mp4(handle, text);
  if (text.startsWith('\x1aE\xdf\xa3')) return await matroska(handle, head);
  if (/^PK(\x03\x04|\x05\x06)/.test(text)) return type('archive', 'application/zip', 'zip');
  if (text.startsWith('Rar!\x1a\x07')) return type('packed', 'application/vnd.rar', 'rar');
  if (text.startsWith('7z\xbc\xaf\x27\x1c')) return type('packed', 'application/x-7z-compressed', '7z');
  return await afterTag(handle, head);
}

/** What a file of Windows Media begins with, and how it names streams of pictures and of sound. */
const ASF = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';
const ASF_VIDEO = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';
const ASF_AUDIO = '\x40\x9e\x69\xf8\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';

/** Windows Media by the streams that its head describes. */
async function asf(handle: FileHandle): Promise<FoundType> {
  const head = (await readAt(handle, 0, 64 * 1024)).toString('latin1');
  if (head.includes(ASF_VIDEO)) return type('video', 'video/x-ms-wmv', 'wmv');
  return head.includes(ASF_AUDIO) ? type('audio', 'audio/x-ms-wma', 'wma') : other;
}

/** MP3, or FLAC behind the tag that belongs to MP3 (ID3v2, whose size is four times seven bits). */
async function afterTag(handle: FileHandle, head: Buffer): Promise<FoundType> {
  const hasTag = head.length > 10 && head.toString('latin1', 0, 3) === 'ID3';
  const size = hasTag ? head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0) + 10 : 0;
  const start = await readAt(handle, size, 64 * 1024);
  if (hasTag && start.toString('latin1', 0, 4) === 'fLaC') return type('audio', 'audio/flac', 'flac');
  return bareSound(start) ?? (isMp3(start, hasTag) ? type('audio', 'audio/mpeg', 'mp3') : other);
}

/** The family of MP4, by its brand and by what tracks are in it. */
async function mp4(handle: FileHandle, text: string): Promise<FoundType> {
  const length = Math.min(text.charCodeAt(2) * 256 + text.charCodeAt(3), 256);
  const main = text.slice(8, 12);
  const brands = [main, ...(text.slice(16, Math.max(16, length)).match(/.{4}/gs) ?? [])];
  const isPicture = /^(avi[fs]|hei[cmsx]|hev[cmsx]|mi[af]1|msf1)$/.test(main);
  if (isPicture && brands.some((brand) => /^avi[fs]$/.test(brand))) return type('image', 'image/avif', 'avif');
  if (isPicture) return (await readsHeic()) ? type('image', 'image/heic', 'heic') : other;
  const tracks = await mp4Tracks(handle);
  // Sound with chapter pictures has a video track of its own; its brand shows that.
  const isSound = /^M4[AB] $/.test(main) ? !(tracks.has('video') && !tracks.has('audio')) : false;
  if (isSound || (tracks.has('audio') && !tracks.has('video'))) return type('audio', 'audio/mp4', 'm4a');
  return main === 'qt  ' ? type('video', 'video/quicktime', 'mov') : type('video', 'video/mp4', 'mp4');
}

async function matroska(handle: FileHandle, head: Buffer): Promise<FoundType> {
  const isWebm = head.subarray(0, 64).includes('webm');
  if (!isWebm && !head.subarray(0, 64).includes('matroska')) return other;
  const tracks = await matroskaTracks(handle);
  if (tracks.has('audio') && !tracks.has('video'))
    return isWebm ? type('audio', 'audio/webm', 'weba') : type('audio', 'audio/x-matroska', 'mka');
  return isWebm ? type('video', 'video/webm', 'webm') : type('video', 'video/x-matroska', 'mkv');
}

/** Whether this machine's picture library was built with the patented decoder of HEIC. */
async function readsHeic(): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  return sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false;
}
