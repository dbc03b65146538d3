import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { colors } from './colors.ts';
import { shorten, textAt } from './draw.ts';
import { colorOf, makeCanvas, paint } from './raster.ts';

/** Bytes that directories of podcasts take. */
const MAX_BYTES = 512 * 1024;
/** Of a JPEG, from the best to the smallest; the last one is taken, however large. */
const QUALITIES = [84, 70, 50, 30, 15] as const;
/** Of a side. */
const MARGIN = 0.09;
const BARS = 24;

/** A square picture as the best JPEG that directories take. @param smallest pixels of a side, before its quality suffers */
async function jpegOf(picture: Sharp, smallest: number): Promise<Buffer> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const whole = await sharp(data, { raw: info }).jpeg({ quality: QUALITIES[0] }).toBuffer();
  if (whole.length <= MAX_BYTES) return whole;
  let bytes = whole;
  for (const quality of QUALITIES) {
    bytes = await sharp(data, { raw: info }).resize(smallest).jpeg({ quality }).toBuffer();
    if (bytes.length <= MAX_BYTES) break;
  }
  return bytes;
}

/** The square middle of a picture as a JPEG. Never enlarged: the picture has `artworkMin` pixels a side at least. */
export async function cutArtwork(
  picture: Buffer,
  { artworkMin, artworkMax }: { readonly artworkMin: number; readonly artworkMax: number },
): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const side = Math.max(artworkMin, Math.min(artworkMax, width, height));
  return await jpegOf(
    sharp(picture)
      .resize({ width: side, height: side, fit: 'cover' })
      .flatten({ background: colors.ground })
      .toColourspace('srgb'),
    artworkMin,
  );
}

/**
 * A square picture with a name, and bars that are this name's alone, as a JPEG.
 * @param facts.color `#rrggbb` @param side in pixels
 */
export async function drawArtwork(
  facts: { readonly title: string; readonly by: string; readonly color: string },
  side: number,
): Promise<Buffer> {
  const [margin, inner] = [side * MARGIN, side * (1 - 2 * MARGIN)];
  const color = colorOf(facts.color);
  const canvas = makeCanvas(side, side);
  paint(canvas, { x: -1, y: -1, width: side + 2, height: side + 2, radius: 0 }, colorOf(colors.ground));
  paint(canvas, { x: -1, y: -1, width: side + 2, height: side * 0.02 + 1, radius: 0 }, color);
  const digest = createHash('sha256').update(facts.title).digest();
  const step = inner / BARS;
  for (let bar = 0; bar < BARS; bar++) {
    // Taller in the middle, as a waveform is.
    const tall = side * (0.04 + 0.3 * (digest[bar]! / 255) * Math.sin((Math.PI * (bar + 1)) / (BARS + 1)));
    const x = margin + bar * step;
    paint(canvas, { x, y: side * 0.66 - tall / 2, width: step * 0.62, height: tall, radius: step * 0.2 }, color);
  }
  const title = shorten(facts.title, 60);
  const pixels = Math.round(side * (title.length <= 12 ? 0.12 : title.length <= 28 ? 0.09 : 0.065));
  const at = (top: number) => ({ left: Math.round(margin), top: Math.round(side * top), width: Math.round(inner) });
  const texts = await Promise.all([
    textAt(title, at(0.11), { pixels, lines: 3, color: colors.ink }),
    textAt(shorten(facts.by, 40), at(0.88), {
      pixels: Math.round(side * 0.03),
      lines: 1,
      color: colors.quiet,
    }),
  ]);
  const drawn = sharp(canvas.data, { raw: { width: side, height: side, channels: 4 } }).composite(texts.flat());
  return await jpegOf(drawn.removeAlpha(), side);
}
