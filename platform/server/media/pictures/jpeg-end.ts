import { readFile, stat } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { readOptions } from './header.ts';

/** Part of its lines that a JPEG may lack at its end. */
const MAX_LOST = 1 / 20;
/** What stands for missing lines: the middle of the scale, but for rounding. */
const isFill = (value: number): boolean => Math.abs(value - 128) <= 2;
/** Bytes of a progressive JPEG whose scans are looked at. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Whether a JPEG that ends early lacks so little that it is worth showing: at most a twentieth of its lines; of a
 * progressive one nothing but a part of the last refinement, which is all that its last scan holds.
 */
export async function lacksLittle(
  file: string,
  { format, width, height, space, isProgressive }: Metadata,
): Promise<boolean> {
  // Missing lines of print colours are of no certain colour.
  if (format !== 'jpeg' || space === 'cmyk') return false;
  if (isProgressive) return await hasLastScan(file);
  try {
    const top = Math.floor(height * (1 - MAX_LOST));
    const line = { left: 0, top, width, height: 1 };
    const whole = sharp(file, readOptions('none'));
    return !(await whole.extract(line).raw().toBuffer()).every(isFill);
  } catch {
    // Damaged in another way too.
    return false;
  }
}

/** Whether the scan that a progressive JPEG ends in is one of full precision, up to the finest detail (ITU-T T.81, B.2.3). */
async function hasLastScan(file: string): Promise<boolean> {
  if ((await stat(file)).size > MAX_BYTES) return false;
  const content = await readFile(file);
  const scan = content.lastIndexOf(Buffer.from([0xff, 0xda]));
  const parameters = scan === -1 ? -1 : scan + 5 + 2 * (content[scan + 4] ?? 0);
  return content[parameters + 1] === 63 && ((content[parameters + 2] ?? 1) & 0x0f) === 0;
}
