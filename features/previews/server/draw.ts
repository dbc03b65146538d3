import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { packageRoot } from '#platform/server/config.ts';
import { escapeXml } from '#platform/server/http/xml.ts';
import { colors } from './colors.ts';
import { paintMark } from './icons.ts';
import { type Canvas, colorOf, makeCanvas, paint } from './raster.ts';

/** What a preview picture shows. */
export interface Preview {
  readonly siteName: string;
  /** Small, above the title: `Forum`, `Track`. Empty for none. */
  readonly label: string;
  readonly title: string;
  /** Empty for none. */
  readonly by: string;
  /** A digit for each bar of a waveform, as `barsOf` makes them; empty for none. */
  readonly bars: string;
  /** The site's main colour, `#rrggbb`; that of the software without one. */
  readonly color?: string;
  /** Address of the site's logo, so that a cached picture is that of this logo. */
  readonly logo?: string;
}

/** Pixels: what the large networks show whole. */
export const previewSize = { width: 1200, height: 630 } as const;

const MARGIN = 72;
/** Where the site's mark stands. */
const MARK = { x: MARGIN - 8, y: 52 };
const MARK_SIDE = 56;
const INNER = previewSize.width - 2 * MARGIN;
/** The family's name in the files of `fonts`; the comma keeps its last word from being read as a weight. */
const FAMILY = 'Archivo SemiBold,';
const font = (name: string): string => path.join(packageRoot(), 'features/previews/server/fonts', name);

/** Longest title in characters: three lines of the smallest size. */
const MAX_TITLE = 110;

/** The first characters of a text as one line, whole words where it can be. */
export function shorten(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

let accents: Promise<unknown> | null = null;

/** One drawing makes the font of accented characters known to the process; the one of all others comes with each text. */
const withAccents = (): Promise<unknown> =>
  (accents ??= sharp({ text: { text: 'ā', font: `${FAMILY} 10`, fontfile: font('archivo-latin-ext.ttf') } })
    .raw()
    .toBuffer()
    .catch((error: unknown) => {
      accents = null;
      throw error;
    }));

/** A text, to be laid over a picture. @param pixels of the font size @param lines how many are shown; what is below them is cut */
export async function textAt(
  text: string,
  at: { readonly left: number; readonly top: number; readonly width: number },
  style: { readonly pixels: number; readonly lines: number; readonly color: string },
): Promise<OverlayOptions[]> {
  if (text === '') return [];
  await withAccents();
  const line = Math.ceil(style.pixels * 1.2);
  const drawn = await sharp({
    text: {
      text: `<span foreground="${style.color}">${escapeXml(text)}</span>`,
      font: `${FAMILY} ${style.pixels}`,
      fontfile: font('archivo-latin.ttf'),
      width: at.width,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  const height = Math.min(drawn.info.height, style.lines * line);
  const width = Math.min(drawn.info.width, at.width);
  const input = await sharp(drawn.data).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  return [{ input, left: at.left, top: at.top }];
}

/** The ground, the site's mark and the waveform: all that is no text. */
function backdrop({ bars, color = colors.primary }: Preview, hasLogo: boolean): Canvas {
  const primary = colorOf(color);
  const { width, height } = previewSize;
  const canvas = makeCanvas(width, height);
  paint(canvas, { x: -1, y: -1, width: width + 2, height: height + 2, radius: 0 }, colorOf(colors.ground));
  paint(canvas, { x: -1, y: -1, width: 13, height: height + 2, radius: 0 }, primary);
  if (!hasLogo) paintMark(canvas, { ...MARK, side: MARK_SIDE }, primary);
  const [top, tallest] = [height - MARGIN - 110, 110];
  const step = INNER / Math.max(1, bars.length);
  for (const [at, digit] of [...bars].entries()) {
    const tall = Math.max(4, (Number(digit) / 9) * tallest);
    const x = MARGIN + at * step;
    paint(canvas, { x, y: top + (tallest - tall) / 2, width: step * 0.62, height: tall, radius: 3 }, primary);
  }
  return canvas;
}

const titlePixels = (title: string): number => (title.length <= 36 ? 76 : title.length <= 70 ? 60 : 48);

/** Draws a preview as a JPEG. Takes about 60 ms of a core, on a thread of the drawing library. */
export async function drawPreview(preview: Preview, logo: Buffer | null = null): Promise<Buffer> {
  const title = shorten(preview.title, MAX_TITLE);
  const pixels = titlePixels(title);
  const lines = preview.bars === '' ? 4 : 3;
  const wide = (top: number) => ({ left: MARGIN, top, width: INNER });
  const texts = await Promise.all([
    textAt(
      shorten(preview.siteName, 40),
      { left: MARGIN + 58, top: 62, width: INNER - 58 },
      {
        pixels: 32,
        lines: 1,
        color: colors.ink,
      },
    ),
    textAt(shorten(preview.label, 40), wide(146), {
      pixels: 28,
      lines: 1,
      color: preview.color ?? colors.primary,
    }),
    textAt(title, wide(192), { pixels, lines: pixels === 76 ? Math.min(3, lines) : lines, color: colors.ink }),
    textAt(shorten(preview.by, 48), wide(preview.bars === '' ? 530 : 396), {
      pixels: 30,
      lines: 1,
      color: colors.quiet,
    }),
  ]);
  const { data, width, height } = backdrop(preview, logo !== null);
  const mark = logo ? [{ input: await sharp(logo).resize(MARK_SIDE).toBuffer(), left: MARK.x, top: MARK.y }] : [];
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .composite([...mark, ...texts.flat()])
    .removeAlpha()
    .jpeg({ quality: 84 })
    .toBuffer();
}
