import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costOf } from '#site/testing/cost.ts';
import { MediaUnreadable } from '#platform/server/media/errors.ts';
import { processImage } from './image.ts';
import {
  type BadFile,
  CAMERA,
  SCRIPT,
  animation,
  badFile,
  photo,
  writeIn,
} from '#platform/server/media/testing/corpus.ts';

let folder: string;
let count = 0;
const never = new AbortController().signal;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const place = (): Promise<string> => mkdtemp(path.join(folder, `out-${count++}-`));
const process = async (file: string) => await processImage(file, await place(), never);
const save = (name: string, content: Buffer) => writeIn(folder, name, content);
const pixel = async (file: string, left = 0, top = 0): Promise<number[]> => [
  ...(await sharp(file).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('a picture', () => {
  test('gets every width below its own, and its own, none enlarged', async () => {
    const result = await process(await save('wide.jpg', await photo(2600, 1300)));
    expect(result).toMatchObject({ width: 2600, height: 1300, isAnimated: false });
    expect(result.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['w320', 320, 160],
      ['w640', 640, 320],
      ['w1024', 1024, 512],
      ['w1600', 1600, 800],
      ['w2400', 2400, 1200],
      ['original', 2600, 1300],
    ]);
    for (const { file, width, height, bytes } of result.renditions) {
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width, height });
      expect((await readFile(file)).length).toBe(bytes);
    }
  });

  test('that is small has one rendition', async () => {
    const result = await process(await save('small.jpg', await photo(320, 200)));
    expect(result.renditions.map((one) => one.name)).toEqual(['original']);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const)('may be %s', async (format) => {
    const file = await save(
      `one.${format}`,
      await sharp(await photo(400, 300))
        .toFormat(format)
        .toBuffer(),
    );
    expect(await process(file)).toMatchObject({ width: 400, height: 300, isAnimated: false });
  });

  test.each([
    ['grey', (one: Sharp) => one.greyscale().png()],
    ['grey with 16 bits', (one: Sharp) => one.toColourspace('grey16').png()],
    ['see-through', (one: Sharp) => one.ensureAlpha(0.5).png()],
    ['in print colours', (one: Sharp) => one.toColourspace('cmyk').jpeg()],
    ['with a palette', (one: Sharp) => one.png({ palette: true })],
  ])('may be %s', async (name, made) => {
    const file = await save(`${name}.bin`, await made(sharp(await photo(400, 300))).toBuffer());
    const { renditions } = await process(file);
    const { channels, space } = await sharp(renditions[0]!.file).metadata();
    expect(space).toBe('srgb');
    expect(channels).toBe(name === 'see-through' ? 4 : 3);
  });

  test('is upright, and contains neither place nor camera', async () => {
    const file = await badFile(folder, 'place.jpg');
    expect((await readFile(file)).includes(CAMERA)).toBe(true);
    const before = await sharp(file).metadata();
    expect(before).toMatchObject({ width: 80, height: 120, orientation: 6 });
    const { width, height, renditions } = await process(file);
    expect({ width, height }).toEqual({ width: 120, height: 80 });
    for (const rendition of renditions) {
      const after = await sharp(rendition.file).metadata();
      expect(after.width).toBeGreaterThan(after.height);
      expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(Array(5).fill(undefined));
      expect((await readFile(rendition.file)).includes(CAMERA)).toBe(false);
    }
  });

  test('of another colour profile is shown in the same colours', async () => {
    const flat = sharp({ create: { width: 50, height: 50, channels: 3, background: { r: 200, g: 60, b: 60 } } });
    const file = await save('p3.png', await flat.withIccProfile('p3').png().toBuffer());
    const raw = await sharp(file).metadata();
    expect(raw.icc).toBeDefined();
    const { renditions } = await process(file);
    const [r, g, b] = await pixel(renditions[0]!.file, 25, 25);
    expect(Math.abs(r! - 200) + Math.abs(g! - 60) + Math.abs(b! - 60)).toBeLessThan(15);
  });

  test('has a placeholder that any page can show', async () => {
    for (const content of [
      await photo(900, 600),
      await sharp(await photo(300, 900))
        .ensureAlpha(0.4)
        .png()
        .toBuffer(),
    ]) {
      const { placeholder } = await process(await save('p.bin', content));
      expect(placeholder.length).toBeLessThanOrEqual(400);
      const [, base64] = placeholder.split('data:image/webp;base64,');
      const { width, height } = await sharp(Buffer.from(base64!, 'base64')).metadata();
      expect(Math.max(width, height)).toBe(16);
    }
  });

  test('that is thin and long stays within what browsers show', async () => {
    const file = await save(
      'thin.png',
      await sharp({ create: { width: 400, height: 20_000, channels: 3, background: 'teal' } })
        .png()
        .toBuffer(),
    );
    const { width, height, renditions } = await process(file);
    expect({ width, height }).toEqual({ width: 400, height: 20_000 });
    expect(renditions.map((one) => [one.name, one.width, one.height])).toEqual([
      ['w320', 320, 15_983],
      ['original', 328, 16_383],
    ]);
  });

  // Far wider than high: by their widths alone most versions would be a few lines.
  test.each([
    [12_000, 40, [['original', 12_000, 40]]],
    [
      4000,
      500,
      [
        ['w320', 640, 80],
        ['w640', 1280, 160],
        ['w1024', 2048, 256],
        ['w1600', 3200, 400],
        ['original', 4000, 500],
      ],
    ],
  ])('of %i x %i is as sharp as others', async (width, height, versions) => {
    // Lines that stand beside each other, each two pixels wide.
    const lines = Buffer.alloc(width * height, 0).map((_, at) => ((at % width) % 4 < 2 ? 0 : 255));
    const file = await save(
      'wide.png',
      await sharp(lines, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    );
    const { renditions } = await processImage(file, await place(), never, 'square');
    const square = renditions.at(-1)!;
    expect(renditions.slice(0, -1).map((one) => [one.name, one.width, one.height])).toEqual(versions);
    expect(square).toMatchObject({ name: 'square', width: Math.min(256, height) });
    const { channels } = await sharp(square.file).stats();
    if (height < 256) expect(channels[0]!.stdev).toBeGreaterThan(100);
  });

  test('with a page inside comes out without it', async () => {
    const file = await badFile(folder, 'html-inside.png');
    const { renditions } = await process(file);
    for (const rendition of renditions) expect((await readFile(rendition.file)).includes(SCRIPT)).toBe(false);
  });
});

describe('an animation', () => {
  test.each(['gif', 'webp'] as const)('as %s keeps moving in every width', async (format) => {
    const result = await process(await save(`moving.${format}`, await animation(5, 400, format)));
    expect(result).toMatchObject({ width: 400, height: 400, isAnimated: true });
    expect(result.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['w320', 320, 320],
      ['original', 400, 400],
    ]);
    for (const rendition of result.renditions)
      expect(await sharp(rendition.file).metadata()).toMatchObject({ pages: 5, delay: [80, 80, 80, 80, 80] });
  });

  test('whose end is missing shows the frames that are there', async () => {
    const whole = await animation(6, 400);
    const result = await process(await save('cut.gif', whole.subarray(0, Math.floor(whole.length * 0.6))));
    expect(result).toMatchObject({ width: 400, height: 400, isAnimated: true });
  });
});

describe('what cannot be shown is refused', () => {
  /** Processor time of an ordinary picture of twelve megapixels. */
  let ordinary: number;
  beforeAll(async () => {
    const file = await save('ordinary.jpg', await photo(4000, 3000));
    ordinary = await costOf(async () => await processImage(file, await place(), never), 1);
  });

  test.each<[BadFile, string]>([
    ['zero-bytes.png', 'empty'],
    ['truncated.jpg', 'truncated'],
    ['truncated.png', 'truncated'],
    ['truncated.webp', 'truncated'],
    ['only-a-head.jpg', 'truncated'],
    ['noise-behind-a-head.png', 'truncated'],
    ['zip-named.png', 'not-media'],
    ['html-named.jpg', 'not-media'],
    ['drawing.svg', 'not-media'],
    ['huge.png', 'too-many-pixels'],
    ['over-100-megapixels.png', 'too-many-pixels'],
    ['frames.gif', 'too-many-pixels'],
    ['frames.png', 'too-many-pixels'],
    ['over-100-megapixels.bmp', 'too-many-pixels'],
    ['lying-long.wav', 'not-media'],
  ])('%s: %s, at less than an ordinary picture costs, with nothing left behind', async (name, reason) => {
    const file = await badFile(folder, name);
    const out = await place();
    let error: unknown;
    const refused = async (): Promise<void> => {
      error = await processImage(file, out, never).catch((thrown: unknown) => thrown);
    };
    expect(await costOf(refused)).toBeLessThan(ordinary);
    expect(error).toBeInstanceOf(MediaUnreadable);
    expect((error as MediaUnreadable).reason).toBe(reason);
    expect((error as MediaUnreadable).message).toMatch(/^The .*\.$/);
  });

  test('and what is stopped makes nothing more', async () => {
    const file = await save('stopped.jpg', await photo(2600, 1300));
    const controller = new AbortController();
    const out = await place();
    const work = processImage(file, out, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(work).rejects.toThrow('stopped');
    expect(await readdir(out)).toEqual([]);
  });
});
