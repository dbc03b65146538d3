import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { MediaUnreadable, ProcessingInterrupted } from '#platform/server/media/errors.ts';

/** Pixels of all frames together. Refused by the header, before anything is decoded. */
export const MAX_PIXELS = 100_000_000;

// For the whole process: no pixels cached between pictures, one thread each, and no reader but for the formats we take.
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}`),
});

/** How the library reads. @param failOn `none`: what the end of a file lacks is left out */
export const readOptions = (failOn: 'error' | 'none', isAnimated = false): SharpOptions => ({
  limitInputPixels: MAX_PIXELS,
  failOn,
  animated: isAnimated,
  sequentialRead: true,
});

/** Pages of GIF and WebP are frames; those of other formats are pictures of their own. */
export const isMoving = ({ format, pages = 1 }: Metadata): boolean =>
  pages > 1 && (format === 'gif' || format === 'webp');

/** What a picture's header says. @throws {MediaUnreadable} @throws {ProcessingInterrupted} */
export async function headerOf(file: string): Promise<Metadata> {
  try {
    const first = await sharp(file, readOptions('error')).metadata();
    return isMoving(first) ? await sharp(file, readOptions('error', true)).metadata() : first;
  } catch (error) {
    const interrupted = interruptionOf(error);
    if (interrupted) throw interrupted;
    const text = String(error);
    if (/pixel limit|too large|dimension/i.test(text)) throw new MediaUnreadable('too-many-pixels', { cause: error });
    if (/unsupported image format/i.test(text)) throw new MediaUnreadable('not-media', { cause: error });
    throw new MediaUnreadable('truncated', { cause: error });
  }
}

/** What the library says when the machine fails it: out of time, memory, disk or file handles. */
const machineWords =
  /timeout|out of memory|memory allocation|unable to allocate|bad alloc|ENOMEM|ENOSPC|EDQUOT|EMFILE|ENFILE|EROFS|EIO|No space left|Too many open files|Read-only file system|unable to open for write|write error/i;

/** The machine's fault in an error of the library; null for the file's. */
export function interruptionOf(error: unknown): ProcessingInterrupted | null {
  return machineWords.test(String(error)) ? new ProcessingInterrupted(String(error), { cause: error }) : null;
}
