import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { MediaUnreadable, ProcessingInterrupted } from '#platform/server/media/errors.ts';

/** One made version of a picture. */
export interface Rendition {
  /**
   * `w320` and so on by the asked width; `original` is as large as the picture itself, up to 16 megapixels. `square`:
   * its middle, for avatars, standing still; `cursor`: within 64 x 64, standing still.
   */
  readonly name: 'w320' | 'w640' | 'w1024' | 'w1600' | 'w2400' | 'original' | 'square' | 'cursor';
  /** In the folder that was given. */
  readonly file: string;
  readonly contentType: 'image/webp' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export interface ImageResult {
  /** Of the original picture, turned upright. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** A blurred picture as a data address, at most 400 bytes: an `img` or a background shows it, no script needed. */
  readonly placeholder: string;
  /** Narrowest first; the last of the whole picture is `original`. */
  readonly renditions: readonly Rendition[];
}

/** Pixels of all frames together. Refused by the header, before anything is decoded. */
const MAX_PIXELS = 100_000_000;
/** Of the largest rendition: WebP ends at 16,383 a side, and the encoder holds the whole picture in memory. */
const FULL_SIDE = 16_383;
const FULL_PIXELS = 16_777_216;
const WIDTHS = [320, 640, 1024, 1600, 2400] as const;
const WIDEST = 2400;
/** Pixels of a side of an avatar, which is shown at up to 128 on fine screens, and of a cursor. */
const SQUARE_SIDE = 256;
const CURSOR_SIDE = 64;
/** Seconds that the library may take for one rendition. */
const SECONDS = 300;
/**
 * WebP rather than AVIF: previews of shared links are read by programs that know no AVIF, and at the effort where AVIF
 * is a quarter smaller it takes four times the CPU. The full size is seldom fetched: half the effort for 7% more bytes.
 */
const shown = { quality: 80, effort: 4 } as const;
const full = { quality: 85, effort: 2 } as const;

// For the whole process: no pixels cached between pictures, one thread each, and no reader but for the formats we take.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

/**
 * Reads one picture and writes its renditions: upright, in sRGB, without metadata, never enlarged, animations moving.
 * @param folder an existing one, for this picture alone; the caller removes it
 * @param extra a version that is made beside the usual ones
 * @throws {MediaUnreadable} @throws {ProcessingInterrupted}
 * @throws the signal's reason when it aborts: what is being made is finished first
 */
export async function processImage(
  file: string,
  folder: string,
  signal: AbortSignal,
  extra: 'square' | 'cursor' | null = null,
): Promise<ImageResult> {
  signal.throwIfAborted();
  const { size } = await stat(file);
  if (size === 0) throw new MediaUnreadable('empty');
  const metadata = await headerOf(file);
  const isAnimated = (metadata.pages ?? 1) > 1;
  const { width, height } = isAnimated
    ? { width: metadata.width, height: metadata.pageHeight ?? metadata.height }
    : metadata.autoOrient;
  const largest = largestOf(width, height);
  const widths = WIDTHS.filter((next) => next < largest.width);
  try {
    const source = isAnimated || largest.width > WIDEST ? null : await decode(file, largest);
    const base = isAnimated ? null : (source ?? (await decode(file, { width: WIDEST })));
    const renditions: Rendition[] = [];
    for (const next of widths) {
      signal.throwIfAborted();
      renditions.push(
        await write((base ?? open(file, isAnimated)).clone().resize({ width: next }), `w${next}`, folder),
      );
    }
    signal.throwIfAborted();
    renditions.push(await write((source ?? open(file, isAnimated)).clone().resize(largest), 'original', folder));
    if (extra === 'square') {
      const side = Math.min(SQUARE_SIDE, largest.width, largest.height);
      // One frame of an animation: avatars stand in every list, and a page cannot stop one that moves.
      const middle = (base ?? open(file)).clone().resize({ width: side, height: side, fit: 'cover' });
      renditions.push(await write(middle, 'square', folder));
    }
    if (extra === 'cursor') renditions.push(await writeCursor(base ?? open(file), folder));
    return { width, height, isAnimated, placeholder: await placeholderOf(base ?? open(file)), renditions };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw describedBy(error);
  }
}

/** How light a picture is on the whole, from 0 (black) to 255. @throws {MediaUnreadable} */
export async function lightOf(file: string): Promise<number> {
  try {
    const { channels } = await open(file).stats();
    const colours = channels.slice(0, 3);
    return colours.reduce((sum, one) => sum + one.mean, 0) / Math.max(1, colours.length);
  } catch (error) {
    throw describedBy(error);
  }
}

const options = (isAnimated: boolean): SharpOptions => ({
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  animated: isAnimated,
  sequentialRead: true,
});

function open(file: string, isAnimated = false): Sharp {
  return sharp(file, options(isAnimated)).autoOrient().timeout({ seconds: SECONDS });
}

async function headerOf(file: string): Promise<Metadata> {
  try {
    return await sharp(file, options(true)).metadata();
  } catch (error) {
    const interrupted = interruptionOf(error);
    if (interrupted) throw interrupted;
    const text = String(error);
    if (/pixel limit|too large|dimension/i.test(text)) throw new MediaUnreadable('too-many-pixels', { cause: error });
    if (/unsupported image format/i.test(text)) throw new MediaUnreadable('not-media', { cause: error });
    throw new MediaUnreadable('truncated', { cause: error });
  }
}

/** The pixels of a picture in the given size, decoded once for everything that is made of them. */
async function decode(file: string, size: { width: number; height?: number }): Promise<Sharp> {
  const { data, info } = await open(file).resize(size).raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function write(picture: Sharp, name: Rendition['name'], folder: string): Promise<Rendition> {
  const file = path.join(folder, `${name}.webp`);
  const info = await picture
    .timeout({ seconds: SECONDS })
    .webp(name === 'original' ? full : shown)
    .toFile(file);
  const height = info.pageHeight ?? info.height;
  return { name, file, contentType: 'image/webp', width: info.width, height, bytes: info.size };
}

/** PNG: not every browser takes WebP for a cursor. */
async function writeCursor(picture: Sharp, folder: string): Promise<Rendition> {
  const file = path.join(folder, 'cursor.png');
  const info = await picture
    .clone()
    .resize({ width: CURSOR_SIDE, height: CURSOR_SIDE, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: SECONDS })
    .png({ compressionLevel: 9 })
    .toFile(file);
  return { name: 'cursor', file, contentType: 'image/png', width: info.width, height: info.height, bytes: info.size };
}

/** The same shape within what the largest rendition may have, and no side shorter than a pixel. */
function largestOf(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, FULL_SIDE / Math.max(width, height), Math.sqrt(FULL_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Blurred so far that the encoder's blocks do not show, and small enough to stand in the page. */
async function placeholderOf(picture: Sharp): Promise<string> {
  const small = await picture
    .clone()
    .resize({ width: 16, height: 16, fit: 'inside' })
    .blur(0.8)
    .webp({ quality: 30, alphaQuality: 30, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${small.toString('base64')}`;
}

/** What the library says when the machine fails it: out of time, memory, disk or file handles. */
const machineWords =
  /timeout|out of memory|memory allocation|unable to allocate|bad alloc|ENOMEM|ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS|EIO|No space left|Too many open files|Read-only file system|unable to open for write|write error/i;

function interruptionOf(error: unknown): ProcessingInterrupted | null {
  return machineWords.test(String(error)) ? new ProcessingInterrupted(String(error), { cause: error }) : null;
}

function describedBy(error: unknown): Error {
  return interruptionOf(error) ?? new MediaUnreadable('truncated', { cause: error });
}
