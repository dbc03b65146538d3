import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Text that is in the hidden parts of `pngWithHtml`, and must be in nothing that is made of it. */
export const SCRIPT = '<script>alert(1)</script>';
/** Text that is in the hidden parts of `jpegWithPlace`. */
export const CAMERA = 'Looproom Camera';

/** A picture with soft shapes and some grain: compresses like a photograph. */
export async function photo(width: number, height: number): Promise<Buffer> {
  const layer = (size: number, sigma: number): Promise<Buffer> =>
    sharp({
      create: {
        width: size,
        height: Math.max(1, Math.round((size * height) / width)),
        channels: 3,
        background: 'black',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .png()
      .toBuffer()
      .then((small) => sharp(small).resize(width, height, { fit: 'fill', kernel: 'cubic' }).png().toBuffer());
  const [soft, grain] = await Promise.all([layer(16, 70), layer(Math.min(width, 1600), 20)]);
  return await sharp(soft)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A BMP of 24 bits, its lines from below. @param declared another size in its head */
export function bitmap(rgb: Buffer, width: number, height: number, declared = { width, height }): Buffer {
  const line = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + line * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(declared.width, 18);
  file.writeInt32LE(declared.height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 3;
      file.set([rgb[from + 2]!, rgb[from + 1]!, rgb[from]!], 54 + y * line + x * 3);
    }
  }
  return file;
}

/** A PNG whose head declares a size, with the pixels of one line. @param frames of an animation that it declares too */
function declaredPng(width: number, height: number, frames = 0): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...(frames > 0 ? [chunk('acTL', Buffer.from([0, 0, frames >> 8, frames & 0xff, 0, 0, 0, 0]))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min(width, 1000) + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** HTML in a text chunk, in the pixels' place behind them, and after the end. */
async function htmlPng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'orange' } })
    .png()
    .toBuffer();
  const html = Buffer.from(`<html>${SCRIPT}</html>`);
  const end = png.length - 12;
  const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), html]));
  return Buffer.concat([png.subarray(0, end), text, png.subarray(end), html]);
}

/** Lying on its side by its metadata (it is 120 wide and 80 high when upright), with a place, a camera and a thumbnail's worth of rest. */
async function placedJpeg(): Promise<Buffer> {
  const upright = await photo(120, 80);
  return await sharp(await sharp(upright).rotate(-90).toBuffer())
    .withExif({
      IFD0: { Make: CAMERA },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${CAMERA}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Frames of one colour each. */
export async function animation(frames: number, size: number, format: 'gif' | 'webp' = 'gif'): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: { width: size, height: size, channels: 3, background: { r: (index * 90) % 256, g: 40, b: 200 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  const delay = pages.map(() => 80);
  const joined = sharp(pages, { join: { animated: true } });
  return await (format === 'gif' ? joined.gif({ delay }) : joined.webp({ delay })).toBuffer();
}

/** Large frames without pixels: a few kilobytes that become gigabytes. */
function gifBomb(side: number, frames: number): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  for (const [part, at] of [
    [head, 6],
    [frame, 13],
  ] as const) {
    part.writeUInt16LE(side, at);
    part.writeUInt16LE(side, at + 2);
  }
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A WAV of a quiet saw at 8 kHz, mono, 16 bits, whose head says what it likes. */
function sawWav(seconds: number, declared: { data?: number; rate?: number; channels?: number } = {}): Buffer {
  const bytes = Math.round(seconds * 8000) * 2;
  const { data = bytes, rate = 8000, channels = 1 } = declared;
  const wav = Buffer.alloc(44 + bytes);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(Math.min(data + 36, 0xff_ff_ff_ff), 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE((rate * channels * 2) % 2 ** 32, 28);
  wav.writeUInt16LE((channels * 2) % 65_536, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(data, 40);
  for (let at = 0; at < bytes; at += 2) wav.writeInt16LE(((at * 40) % 16_000) - 8000, 44 + at);
  return wav;
}

/** A HEIC of libheif, 64 x 48. */
export const heic = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA' +
    'AAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAABagACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp' +
    'bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAA' +
    'AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAA' +
    'AwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbW' +
    'EAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAXJtZGF0AAABZigBrwtgzzySeOEad2cENwZGtdPC64GLCSjC' +
    '4b2wiMSBUWSV1WmbmrXANqxMULR07/lDwPo2AYNe5l53XbjxZYic3TJWGh3qM5EYQArYzA4uErZt6FCn115HvtB7Iz61oHUUzWOl1ABHDZx0Yu' +
    'GBeUgCginxM2BzR3qaKDFG6dylmSnFmlfUEsW+NM6XX0a0rcI4dDldKSKaImpyv0VXwuIRyUU2vvkl3sxO4FBamrB6aWuh1Ch4B/lsKLRvEY92' +
    '6BlZpYp8+ezs+P/xgubOE1ahVPHE9jAIAxqJsw2gD2KortQfZp005IG47wk3ttVXposijgE863NNqhzwRD0GMfZA9Ap5pjy0h3ALSmJ15xZd9S' +
    'YB6vZhQkm+njSOSy4hiBh2QTExxct4CiV99JLe3kzcdvFhz/hRx+wDc/nAjjof5+dbTroWGy59rgbhaA2gDAFSPUNB6OqLDUqgMR1zVRxD7oL4' +
    'giA=',
  'base64',
);

/** An empty archive: the end of a directory with nothing before it, behind one stored name. */
function smallZip(): Buffer {
  const local = Buffer.alloc(30 + 5);
  local.write('PK\x03\x04', 0, 'latin1');
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(5, 26);
  local.write('a.txt', 30);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  return Buffer.concat([local, end]);
}

/** Lists by which a program that plays them would open another file, by their format. */
export function playlists(target: string): Readonly<Record<'hls' | 'concat' | 'sdp' | 'm3u' | 'dash', string>> {
  const { hostname, port } = URL.canParse(target) ? new URL(target) : { hostname: '127.0.0.1', port: '9' };
  return {
    hls: `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${target}\n#EXT-X-ENDLIST\n`,
    concat: `ffconcat version 1.0\nfile '${target}'\n`,
    sdp: `v=0\no=- 0 0 IN IP4 ${hostname}\ns=x\nc=IN IP4 ${hostname}\nt=0 0\nm=audio ${port || 9} RTP/AVP 0\n`,
    m3u: `${target}\n`,
    dash: `<?xml version="1.0"?><MPD type="static" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="audio/mp4"><Representation id="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  };
}

/** Bad luck and bad will, by name: what a file of the name holds. */
const makers = {
  'zero-bytes.png': async () => Buffer.alloc(0),
  'truncated.jpg': async () => cut(await photo(800, 600), 0.5),
  'truncated.png': async () =>
    cut(
      await sharp(await photo(400, 300))
        .png()
        .toBuffer(),
      0.5,
    ),
  'truncated.webp': async () =>
    cut(
      await sharp(await photo(400, 300))
        .webp()
        .toBuffer(),
      0.5,
    ),
  'only-a-head.jpg': async () => (await photo(40, 30)).subarray(0, 20),
  'noise-behind-a-head.png': async () =>
    Buffer.concat([declaredPng(40, 30).subarray(0, 33), Buffer.from('not pixels at all '.repeat(50))]),
  'zip-named.png': async () => smallZip(),
  'html-inside.png': htmlPng,
  'html-named.jpg': async () => Buffer.from(`<!doctype html><html>${SCRIPT}</html>`),
  'drawing.svg': async () =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
  'place.jpg': placedJpeg,
  'huge.png': async () => declaredPng(100_000, 100_000),
  'over-100-megapixels.png': async () => declaredPng(10_001, 10_000),
  'frames.gif': async () => gifBomb(2000, 2000),
  'frames.png': async () => declaredPng(2000, 2000, 2000),
  'over-100-megapixels.bmp': async () => bitmap(Buffer.alloc(300), 10, 10, { width: 10_001, height: -10_000 }),
  'lying-long.wav': async () => sawWav(2, { data: 0xff_ff_ff_ff }),
  'lying-short.wav': async () => sawWav(2, { data: 8000 }),
  'four-gigabytes-declared.wav': async () => sawWav(0, { data: 0xff_ff_ff_00 }).subarray(0, 10),
  'no-samples.wav': async () => sawWav(0),
  'mad-rate.wav': async () => sawWav(1, { rate: 4_000_000_000 }),
  'mad-channels.wav': async () => sawWav(1, { channels: 40_000 }),
  'playlist.mp4': async () => Buffer.from(playlists('file:///etc/hostname').hls),
  'concat.wav': async () => Buffer.from(playlists('file:///etc/hostname').concat),
} as const satisfies Record<string, () => Promise<Buffer>>;

export type BadFile = keyof typeof makers;

/** Names of all of them. */
export const badFiles = Object.keys(makers) as readonly BadFile[];

/** Writes one of the files into a folder under its own name, and returns its path. */
export async function badFile(folder: string, name: BadFile): Promise<string> {
  return await writeIn(folder, name, await makers[name]());
}

/** The first part of a file, beside it. */
export async function truncated(file: string, share = 0.5): Promise<string> {
  const { dir, name, ext } = path.parse(file);
  return await writeIn(dir, `${name}-truncated${ext}`, cut(await readFile(file), share));
}

/** Writes bytes into a folder, made where it is missing, and returns the path. */
export async function writeIn(folder: string, name: string, content: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

function cut(content: Buffer, share: number): Buffer {
  return content.subarray(0, Math.floor(content.length * share));
}
