import sharp from 'sharp';

/** A small picture of one colour. */
export function pngOf(color: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .png()
    .toBuffer();
}
