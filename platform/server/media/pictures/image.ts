import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MediaUnreadable } from '#platform/server/media/errors.ts';
import { readableForm } from './convert.ts';
import { headerOf, interruptionOf, isMoving, readOptions } from './header.ts';
import { lacksLittle } from './jpeg-end.ts';

/** One made version of a picture. */
export interface Rendition {
  /**
   * `w320` and so on by the asked width, that of a very wide one by a quarter of it as height; `original` is as large as
   * the picture itself, up to 16 megapixels. `square`: its middle, for avatars, standing still; `cursor`: within 64 x 64, standing still.
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

/** Of the largest rendition: WebP ends at 16,383 a side, and the encoder holds the whole picture in memory. */
const FULL_SIDE = 16_383;
const FULL_PIXELS = 16_777_216;
const WIDTHS = [320, 640, 1024, 1600, 2400] as const;
const WIDEST = 2400;
/** Width by height from which a picture is very wide: by its width alone it would become a few lines. */
const VERY_WIDE = 4;
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

/**
 * Reads one picture and writes its renditions: upright, in sRGB, without metadata, never enlarged, animations moving.
 * @param folder an existing one, for this picture alone; the caller removes it
 * @param extra a version that is made beside the usual ones
 * @param heic the program that converts HEIC, if there is one
 * @throws {MediaUnreadable} @throws {NoDecoder} @throws {ProcessingInterrupted}
 * @throws the signal's reason when it aborts: what is being made is finished first
 */
export async function processImage(
  file: string,
  folder: string,
  signal: AbortSignal,
  extra: 'square' | 'cursor' | null = null,
  heic: string | null = null,
): Promise<ImageResult> {
  signal.throwIfAborted();
  const { size } = await stat(file);
  if (size === 0) throw new MediaUnreadable('empty');
  const readable = await readableForm(file, folder, signal, heic);
  const metadata = await headerOf(readable);
  const make = async (failOn: 'error' | 'none'): Promise<ImageResult> => {
    try {
      return await makeAll({ file: readable, metadata, failOn }, folder, signal, extra);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw describedBy(error);
    }
  };
  try {
    return await make('error');
  } catch (error) {
    const isCut = error instanceof MediaUnreadable && error.reason === 'truncated';
    if (!isCut || !(await lacksLittle(readable, metadata))) throw error;
    return await make('none');
  }
}

/** A picture that the library reads. */
interface Source {
  readonly file: string;
  readonly metadata: Metadata;
  /** `none`: what its end lacks is left out. */
  readonly failOn: 'error' | 'none';
}

async function makeAll(
  from: Source,
  folder: string,
  signal: AbortSignal,
  extra: 'square' | 'cursor' | null,
): Promise<ImageResult> {
  const { metadata } = from;
  const isAnimated = isMoving(metadata);
  const { width, height } = isAnimated
    ? { width: metadata.width, height: metadata.pageHeight ?? metadata.height }
    : metadata.autoOrient;
  const largest = largestOf(width, height);
  const widths = WIDTHS.map((asked) => ({ name: `w${asked}` as const, width: widthFor(asked, largest) })).filter(
    (one) => one.width < largest.width,
  );
  const widest = widths.at(-1);
  const source = isAnimated || (largest.width > WIDEST && widest) ? null : await decode(from, largest);
  const base = isAnimated ? null : (source ?? (await decode(from, { width: widest!.width })));
  const renditions: Rendition[] = [];
  for (const { name, width: next } of widths) {
    signal.throwIfAborted();
    renditions.push(await write((base ?? open(from, isAnimated)).clone().resize({ width: next }), name, folder));
  }
  signal.throwIfAborted();
  renditions.push(await write((source ?? open(from, isAnimated)).clone().resize(largest), 'original', folder));
  if (extra === 'square') {
    const side = Math.min(SQUARE_SIDE, largest.width, largest.height);
    // One frame of an animation: avatars stand in every list, and a page cannot stop one that moves.
    const middle = (base ?? open(from)).clone().resize({ width: side, height: side, fit: 'cover' });
    renditions.push(await write(middle, 'square', folder));
  }
  if (extra === 'cursor') renditions.push(await writeCursor(base ?? open(from), folder));
  return { width, height, isAnimated, placeholder: await placeholderOf(base ?? open(from)), renditions };
}

/** The width of a rendition. @param asked that of most pictures */
export const widthFor = (asked: number, { width, height }: { width: number; height: number }): number =>
  Math.round(asked * Math.max(1, width / height / VERY_WIDE));

/** How light a picture is on the whole, from 0 (black) to 255. @throws {MediaUnreadable} */
export async function lightOf(file: string): Promise<number> {
  try {
    const { channels } = await sharp(file, readOptions('error')).stats();
    const colours = channels.slice(0, 3);
    return colours.reduce((sum, one) => sum + one.mean, 0) / Math.max(1, colours.length);
  } catch (error) {
    throw describedBy(error);
  }
}

function open({ file, failOn }: Source, isAnimated = false): Sharp {
  return sharp(file, readOptions(failOn, isAnimated)).autoOrient().timeout({ seconds: SECONDS });
}

/** The pixels of a picture in the given size, decoded once for everything that is made of them. */
async function decode(from: Source, size: { width: number; height?: number }): Promise<Sharp> {
  const { data, info } = await open(from).resize(size).raw().toBuffer({ resolveWithObject: true });
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

function describedBy(error: unknown): Error {
  return interruptionOf(error) ?? new MediaUnreadable('truncated', { cause: error });
}
