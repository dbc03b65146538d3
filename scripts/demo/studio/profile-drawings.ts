import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';

/** Colours of a drawing: ground, and two to draw with. */
export type Palette = readonly [ground: string, one: string, other: string];
/** What a banner shows. */
export type Scene = 'hills' | 'bars' | 'rings';
/** What an avatar shows. */
export type Mark = 'bars' | 'disc' | 'moon' | 'reels' | 'wave' | 'pads' | 'leaf' | 'screen' | 'ring' | 'peaks';

const shapes: Record<Mark, (one: string, other: string) => string> = {
  bars: (one, other) =>
    [46, 90, 128, 74, 110, 56]
      .map(
        (tall, at) =>
          `<rect x="${34 + at * 34}" y="${128 - tall / 2}" width="20" height="${tall}" rx="10" fill="${at % 3 === 1 ? other : one}"/>`,
      )
      .join(''),
  disc: (one, other) =>
    `<circle cx="128" cy="128" r="92" fill="#111"/>${[84, 74, 64, 54].map((r) => `<circle cx="128" cy="128" r="${r}" fill="none" stroke="${other}" stroke-opacity=".55" stroke-width="2"/>`).join('')}<circle cx="128" cy="128" r="36" fill="${one}"/><circle cx="128" cy="128" r="7" fill="#111"/>`,
  moon: (one, other) =>
    `<circle cx="128" cy="120" r="64" fill="${one}"/><circle cx="156" cy="102" r="56" fill="${other}"/><path d="M0 190Q64 160 128 196T256 184V256H0Z" fill="#000" fill-opacity=".5"/>`,
  reels: (one, other) =>
    `<rect x="28" y="68" width="200" height="124" rx="16" fill="${one}"/><rect x="52" y="92" width="152" height="56" rx="28" fill="#141415"/>${[84, 172].map((x) => `<circle cx="${x}" cy="120" r="20" fill="${other}"/><circle cx="${x}" cy="120" r="8" fill="#141415"/>`).join('')}<path d="M76 192l14-28h76l14 28Z" fill="#000" fill-opacity=".35"/>`,
  wave: (one, other) =>
    [0, 1, 2, 3]
      .map(
        (at) =>
          `<path d="M-20 ${92 + at * 30}Q44 ${40 + at * 34} 108 ${96 + at * 28}T284 ${84 + at * 32}" fill="none" stroke="${at % 2 ? other : one}" stroke-width="12" stroke-linecap="round"/>`,
      )
      .join(''),
  pads: (one, other) =>
    Array.from(
      { length: 16 },
      (_, at) =>
        `<rect x="${44 + (at % 4) * 44}" y="${44 + Math.floor(at / 4) * 44}" width="36" height="36" rx="6" fill="${[0, 5, 6, 10, 15].includes(at) ? one : other}" fill-opacity="${[0, 5, 6, 10, 15].includes(at) ? 1 : 0.35}"/>`,
    ).join(''),
  leaf: (one, other) =>
    `<path d="M128 30C200 70 214 150 128 226C42 150 56 70 128 30Z" fill="${one}"/><path d="M128 52V226M128 110L92 84M128 110L164 84M128 156L88 128M128 156L168 128" stroke="${other}" stroke-width="7" stroke-linecap="round" fill="none"/>`,
  screen: (one, other) =>
    `<rect x="34" y="58" width="188" height="140" rx="14" fill="#111"/>${[0, 1, 2, 3, 4, 5].map((at) => `<rect x="${44 + (at % 2) * 8}" y="${70 + at * 20}" width="${[150, 120, 164, 90, 140, 110][at]}" height="10" fill="${at % 2 ? other : one}"/>`).join('')}`,
  ring: (one, other) =>
    `<circle cx="128" cy="128" r="78" fill="none" stroke="${one}" stroke-width="24" stroke-dasharray="310 200" stroke-linecap="round" transform="rotate(130 128 128)"/><path d="M128 128L176 74" stroke="${other}" stroke-width="14" stroke-linecap="round"/>`,
  peaks: (one, other) =>
    `<circle cx="176" cy="86" r="30" fill="${other}"/><path d="M0 216L74 104L120 168L164 118L256 216V256H0Z" fill="${one}"/><path d="M74 104L98 138L84 146L66 130L54 134Z" fill="#fff" fill-opacity=".8"/>`,
};

const svg = (width: number, height: number, inside: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** An avatar: a PNG file of 256 x 256. */
async function drawAvatar(mark: Mark, [ground, one, other]: Palette): Promise<Buffer> {
  return await svg(256, 256, `<rect width="256" height="256" fill="${ground}"/>${shapes[mark](one, other)}`);
}

/** Hills or bars in the member's colours: a banner, or what stands behind a page. */
async function drawScene(kind: Scene, [ground, one, other]: Palette, width: number, height: number): Promise<Buffer> {
  const sky = `<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="${ground}"/><stop offset="1" stop-color="${one}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/>`;
  const hill = (at: number, fill: string, strength: number): string =>
    `<path d="M0 ${height * at}Q${width * 0.2} ${height * (at - 0.22)} ${width * 0.45} ${height * at}T${width} ${height * (at - 0.1)}V${height}H0Z" fill="${fill}" fill-opacity="${strength}"/>`;
  const scenes = {
    hills: () =>
      `<circle cx="${width * 0.74}" cy="${height * 0.36}" r="${height * 0.17}" fill="${other}"/>${hill(0.66, one, 0.9)}${hill(0.8, ground, 0.8)}${hill(0.93, '#000', 0.35)}`,
    bars: () =>
      Array.from({ length: Math.ceil(width / 26) }, (_, at) => {
        const tall = height * (0.14 + 0.62 * Math.abs(Math.sin(at * 0.37) * Math.cos(at * 0.11 + 1)));
        return `<rect x="${at * 26 + 5}" y="${(height - tall) / 2}" width="14" height="${tall}" rx="7" fill="${at % 5 === 2 ? other : ground}" fill-opacity=".75"/>`;
      }).join(''),
    rings: () =>
      Array.from(
        { length: 11 },
        (_, at) =>
          `<circle cx="${width * 0.8}" cy="${height * 0.5}" r="${(at + 1) * height * 0.11}" fill="none" stroke="${at % 3 ? ground : other}" stroke-opacity=".6" stroke-width="${height * 0.022}"/>`,
      ).join(''),
  };
  return await svg(width, height, sky + scenes[kind]());
}

/** Eight seconds of a soft chord that ends as it begins: a wav of 16 bits, mono, 22 kHz. */
export function drawSound(): Buffer {
  const [rate, seconds] = [22_050, 8];
  const file = Buffer.alloc(44 + rate * seconds * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(rate * seconds * 2, 40);
  // Whole numbers of turns in eight seconds, so that the loop has no seam.
  const tones = [110, 165, 220, 261.625, 329.625, 392];
  for (let at = 0; at < rate * seconds; at++) {
    const time = at / rate;
    let level = 0;
    for (const [index, hz] of tones.entries())
      level += Math.sin(2 * Math.PI * hz * time) * (0.6 + 0.4 * Math.sin((2 * Math.PI * (index + 1) * time) / seconds));
    file.writeInt16LE(Math.round((level / tones.length) * 13_000), 44 + at * 2);
  }
  return file;
}

/** What a member's page needs. */
export interface Order {
  readonly mark: Mark;
  readonly palette: Palette;
  readonly scene: Scene;
  readonly background?: true;
}

/** Pictures of a page: PNG files. */
export interface Pictures {
  readonly avatar: Buffer;
  readonly banner: Buffer;
  readonly background: Buffer | null;
}

/**
 * Draws the pictures of pages. In a process of its own: in the site's, the image library is configured to read none of
 * the formats that these are drawn in.
 */
export async function drawPages(orders: readonly Order[]): Promise<Pictures[]> {
  const self = fileURLToPath(import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [self, JSON.stringify(orders)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const pages = JSON.parse(stdout) as { avatar: string; banner: string; background: string | null }[];
  const file = (text: string): Buffer => Buffer.from(text, 'base64');
  return pages.map(({ avatar, banner, background }) => ({
    avatar: file(avatar),
    banner: file(banner),
    background: background === null ? null : file(background),
  }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const orders = JSON.parse(process.argv[2]!) as Order[];
  const pages = await Promise.all(
    orders.map(async ({ mark, palette, scene, background }) => ({
      avatar: (await drawAvatar(mark, palette)).toString('base64'),
      banner: (await drawScene(scene, palette, 1500, 380)).toString('base64'),
      background: background ? (await drawScene('hills', palette, 1600, 1000)).toString('base64') : null,
    })),
  );
  process.stdout.write(JSON.stringify(pages));
}
