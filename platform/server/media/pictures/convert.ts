import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Config } from '#platform/server/config.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { DecoderFailed, fileArgument, findDecoder, guarded, runDecoder } from '#platform/server/media/ffmpeg.ts';
import { findProgram } from '#platform/server/media/process-limits.ts';
import { readAt, readHeadOf, signatureOf, withFile } from '#platform/server/media/signature.ts';
import { MAX_PIXELS, headerOf } from './header.ts';
/** Seconds that a program may take for a picture. */
const SECONDS = 300;

/** Whether this machine's picture library was built with the patented decoder of HEIC. */
export const readsHeic = (): boolean => sharp.format.heif.input.fileSuffix?.includes('.heic') ?? false;

/** The program that converts HEIC by the operator's setting, where it is on this machine. */
export const findHeicProgram = ({ heicCommand }: Pick<Config, 'heicCommand'>): string | null =>
  heicCommand === null ? null : findProgram(heicCommand);

/**
 * A picture in a form that the picture library reads whole: the file itself, or what a program makes of BMP, HEIC and
 * animated PNG. Its pixels are counted by its head before.
 * @param folder for what is made
 * @param heic the program that converts HEIC: it is given two names, and writes PNG
 * @throws {MediaUnreadable} @throws {NoDecoder} @throws {ProcessingInterrupted} @throws the signal's reason
 */
export async function readableForm(
  file: string,
  folder: string,
  signal: AbortSignal,
  heic: string | null,
): Promise<string> {
  const { contentType } = signatureOf(await readHeadOf(file)) ?? {};
  try {
    if (contentType === 'image/bmp') return await fromBitmap(file, folder, signal);
    if (contentType === 'image/png') return await fromAnimatedPng(file, folder, signal);
    if (contentType === 'image/heic' && !readsHeic()) return await fromHeic(file, folder, signal, heic);
    return file;
  } catch (error) {
    if (error instanceof DecoderFailed) throw new MediaUnreadable('truncated', { cause: error });
    throw error;
  }
}

function checkPixels(width: number, height: number, frames = 1): void {
  if (width * height * frames > MAX_PIXELS) throw new MediaUnreadable('too-many-pixels');
}

/** Runs ffmpeg with one reader. @throws {NoDecoder} as `runDecoder` */
async function runFfmpeg(
  [reader, file]: readonly [reader: string, file: string],
  output: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const decoder = findDecoder();
  if (decoder === null) throw new NoDecoder();
  const args = ['-nostdin', ...guarded, '-y', '-f', reader, '-i', fileArgument(file), ...output];
  await runDecoder({ program: decoder.ffmpeg, args, signal, seconds: SECONDS });
}

async function fromBitmap(file: string, folder: string, signal: AbortSignal): Promise<string> {
  const head = await withFile(file, (handle) => readAt(handle, 0, 26));
  const isOld = head[14] === 12;
  if (isOld) checkPixels(head.readUInt16LE(18), head.readUInt16LE(20));
  else checkPixels(head.readInt32LE(18), Math.abs(head.readInt32LE(22)));
  const to = path.join(folder, 'bitmap.png');
  await runFfmpeg(['bmp_pipe', file], ['-frames:v', '1', '-c:v', 'png', '-f', 'image2pipe', fileArgument(to)], signal);
  return to;
}

/** Chunks of a PNG that are read until its pixels begin. */
const MAX_CHUNKS = 1000;

/** Size, frames and repetitions of an animated PNG by its head (PNG, third edition, section 11.3.6); null for a still one. */
async function animationOf(file: string): Promise<{ pixels: number; frames: number; plays: number } | null> {
  return await withFile(file, async (handle) => {
    const head = await readAt(handle, 0, 24);
    for (let at = 8, count = 0; count < MAX_CHUNKS; count++) {
      const chunk = await readAt(handle, at, 16);
      const name = chunk.toString('latin1', 4, 8);
      if (chunk.length < 16 || name === 'IDAT') return null;
      if (name === 'acTL') {
        const [frames, plays] = [chunk.readUInt32BE(8), chunk.readUInt32BE(12)];
        return frames > 1 ? { pixels: head.readUInt32BE(16) * head.readUInt32BE(20), frames, plays } : null;
      }
      at += chunk.readUInt32BE(0) + 12;
    }
    return null;
  });
}

/** As animated WebP, without loss. A still picture, where this machine cannot make it move. */
async function fromAnimatedPng(file: string, folder: string, signal: AbortSignal): Promise<string> {
  const animation = await animationOf(file);
  if (animation === null) return file;
  const { pixels, frames, plays } = animation;
  checkPixels(pixels, frames);
  const to = path.join(folder, 'animation.webp');
  const codec = ['-c:v', 'libwebp_anim', '-pix_fmt', 'bgra', '-lossless', '1', '-compression_level', '1'];
  const output = ['-frames:v', String(frames), '-vsync', 'passthrough', ...codec, '-loop', String(plays), '-f', 'webp'];
  try {
    await runFfmpeg(['apng', file], [...output, fileArgument(to)], signal);
    return to;
  } catch (error) {
    // Its first picture is that of a still PNG, which the library reads.
    if (error instanceof DecoderFailed || error instanceof NoDecoder) return file;
    throw error;
  }
}

async function fromHeic(file: string, folder: string, signal: AbortSignal, program: string | null): Promise<string> {
  if (program === null) throw new NoDecoder();
  await headerOf(file);
  const to = path.join(folder, 'heic.png');
  await runDecoder({ program, args: [path.resolve(file), to], signal, seconds: SECONDS });
  // Of several pictures each has its number.
  const made = [to, path.join(folder, 'heic-1.png')].find((name) => existsSync(name));
  if (made === undefined) throw new MediaUnreadable('truncated');
  return made;
}

/** Tags of TIFF 6.0 and DNG: what a picture is beside others, and the version of DNG. */
const SUBFILE_TYPE = 254;
const DNG_VERSION = 50_706;

/**
 * Whether a TIFF is the raw file of a camera (DNG, NEF, ARW, CR2), by its first directory: its picture is a small preview,
 * and the photograph is in a form that the library does not read.
 */
export async function isRawPhoto(file: string): Promise<boolean> {
  return await withFile(file, async (handle) => {
    const head = await readAt(handle, 0, 10);
    if (head.toString('latin1', 8) === 'CR') return true;
    // BigTIFF is no camera's, and four bytes are no TIFF.
    if (head.length < 8 || head.subarray(2, 4).includes(43)) return false;
    const isLittle = head[0] === 0x49;
    const short = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
    const long = (bytes: Buffer, at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
    const directory = long(head, 4);
    const count = await readAt(handle, directory, 2);
    if (count.length < 2) return false;
    const entries = await readAt(handle, directory + 2, short(count, 0) * 12);
    for (let place = 0; place + 12 <= entries.length; place += 12) {
      const tag = short(entries, place);
      if (tag === DNG_VERSION || (tag === SUBFILE_TYPE && (long(entries, place + 8) & 1) === 1)) return true;
    }
    return false;
  });
}
