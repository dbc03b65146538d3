import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { packageRoot } from '#platform/server/config.ts';
import { colors } from './colors.ts';
import { type Canvas, type Color, type Shape, colorOf, makeCanvas, paint } from './raster.ts';

/** Side of the icon's own units. */
const UNITS = 24;
const GROUND = colorOf(colors.icon);

/** Side lengths in pixels of the icons that are served as `/icon-{size}.png`. */
export const iconSizes = [192, 512] as const;

let bars: readonly Shape[] | null = null;

/** The bars of the icon, as `site/web/public/icon.svg` has them. */
function barsOfIcon(): readonly Shape[] {
  if (bars) return bars;
  const text = readFileSync(path.join(packageRoot(), 'site/web/public/icon.svg'), 'utf8');
  const rects = text.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="([\d.]+)"\/>/g);
  bars = [...rects].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0, radius = 0] = numbers.map(Number);
    return { x, y, width, height, radius };
  });
  return bars;
}

/** Paints the bars of the icon into a square. @param at its corner and side in pixels */
export function paintMark(
  canvas: Canvas,
  at: { readonly x: number; readonly y: number; readonly side: number },
  color: Color,
): void {
  const scale = at.side / UNITS;
  for (const bar of barsOfIcon())
    paint(
      canvas,
      {
        x: at.x + bar.x * scale,
        y: at.y + bar.y * scale,
        width: bar.width * scale,
        height: bar.height * scale,
        radius: bar.radius * scale,
      },
      color,
    );
}

/** A canvas as bytes of a PNG. */
export const pngOf = ({ data, width, height }: Canvas): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

/** What the site shows as its mark. */
export interface Brand {
  /** `#rrggbb` */
  readonly color: string;
  /** PNG of the site's own logo; null for that of the software. */
  readonly logo: Buffer | null;
}

/** A logo as an icon; where the system cuts its own shape, smaller and on a ground. */
async function logoIcon(logo: Buffer, size: number, isCut: boolean): Promise<Buffer> {
  if (!isCut) return await sharp(logo).resize(size).png().toBuffer();
  const side = Math.round(size * 0.76);
  const at = Math.round((size - side) / 2);
  const input = await sharp(logo).resize(side).png().toBuffer();
  const background = colors.icon;
  return await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input, left: at, top: at }])
    .png()
    .toBuffer();
}

/** The icon as a PNG. @param isCut the system cuts its own shape out of it: the ground is everywhere, the mark smaller */
export async function iconPng(size: number, isCut: boolean, brand: Brand): Promise<Buffer> {
  if (brand.logo) return await logoIcon(brand.logo, size, isCut);
  const canvas = makeCanvas(size, size);
  const radius = isCut ? 0 : (size * 5) / UNITS;
  paint(
    canvas,
    { x: isCut ? -1 : 0, y: isCut ? -1 : 0, width: size + (isCut ? 2 : 0), height: size + (isCut ? 2 : 0), radius },
    GROUND,
  );
  const edge = isCut ? size * 0.12 : 0;
  paintMark(canvas, { x: edge, y: edge, side: size - 2 * edge }, colorOf(brand.color));
  return await pngOf(canvas);
}

/** A PNG of 32 pixels as `favicon.ico`: a directory with one entry, as the format has had since Windows Vista. */
export async function faviconIco(brand: Brand): Promise<Buffer> {
  const size = 32;
  const png = await iconPng(size, false, brand);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // An icon.
  head.writeUInt16LE(1, 4); // One picture.
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // Planes.
  head.writeUInt16LE(32, 12); // Bits of a pixel.
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
