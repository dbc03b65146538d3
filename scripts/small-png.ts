import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

/**
 * Makes a browser's screenshot small: at most 256 colours, its most frequent ones; every other becomes the nearest of them.
 * Enough for flat surfaces and text. @param png 8 bits a channel, RGB or RGBA without transparency, not interlaced.
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = read(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, maxColours)
    .map(([colour]) => colour);
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  const lines = Buffer.alloc(height * (width + 1));
  for (const [at, pixel] of pixels.entries()) {
    let index = indexOf.get(pixel);
    if (index === undefined) indexOf.set(pixel, (index = nearest(palette, pixel)));
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]));
  const data = deflateSync(lines, { level: 9, memLevel: 9 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], pixel: number): number {
  let best = 0;
  let least = Infinity;
  for (const [index, colour] of palette.entries()) {
    const red = (colour >> 16) - (pixel >> 16);
    const green = ((colour >> 8) & 0xff) - ((pixel >> 8) & 0xff);
    const blue = (colour & 0xff) - (pixel & 0xff);
    const distance = 2 * red * red + 4 * green * green + 3 * blue * blue;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Pixels as 0xrrggbb (PNG specification §9: each line is told as its difference to neighbours). */
function read(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const size = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * size;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1);
    const filter = raw[start];
    const line = raw.subarray(start + 1, start + 1 + stride);
    for (let at = 0; at < stride; at++) {
      const left = at < size ? 0 : line[at - size]!;
      const up = above[at]!;
      const corner = at < size ? 0 : above[at - size]!;
      line[at] = line[at]! + guessOf(filter, left, up, corner);
    }
    for (let column = 0; column < width; column++) {
      const at = column * size;
      pixels[row * width + column] = (line[at]! << 16) | (line[at + 1]! << 8) | line[at + 2]!;
    }
    above = line;
  }
  return { width, height, pixels };
}

function guessOf(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
