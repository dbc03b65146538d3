import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detectType } from '#platform/server/media/detect.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { bitmap, heic, photo, writeIn } from '#platform/server/media/testing/corpus.ts';
import { findProgram } from '#platform/server/media/process-limits.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { readsHeic } from './convert.ts';
import { processImage } from './image.ts';

let folder: string;
const never = new AbortController().signal;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-convert-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const place = (): Promise<string> => mkdtemp(path.join(folder, `out-${count++}-`));
const save = (name: string, content: Buffer) => writeIn(folder, name, content);
const pixel = async (file: string, left: number, top: number): Promise<number[]> => [
  ...(await sharp(file).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('a JPEG whose end is missing', () => {
  /** Of 400 lines. */
  const whole = async (change: (one: Sharp) => Sharp): Promise<Buffer> =>
    await change(sharp(await photo(600, 400))).toBuffer();
  const kinds = {
    plain: (one: Sharp) => one.jpeg(),
    grey: (one: Sharp) => one.greyscale().jpeg(),
    'on its side': (one: Sharp) => one.withMetadata({ orientation: 6 }).jpeg(),
    progressive: (one: Sharp) => one.jpeg({ progressive: true, mozjpeg: false }),
    'progressive by mozjpeg': (one: Sharp) => one.jpeg({ mozjpeg: true }),
  };
  test.each(
    Object.entries(kinds).flatMap(([kind, change]) =>
      [
        [0.00001, true],
        [0.01, true],
        // Of a progressive one that is the last refinement.
        [0.4, kind.startsWith('progressive')],
        [0.9, false],
      ].map(([share, isShown]) => ({ kind, change, share: share as number, isShown: isShown as boolean })),
    ),
  )('$kind, $share of its bytes: shown $isShown', async ({ kind, change, share, isShown }) => {
    const content = await whole(change);
    const missing = Math.max(1, Math.round(content.length * share));
    const file = await save(`${kind}-${share}.jpg`, content.subarray(0, content.length - missing));
    const result = await processImage(file, await place(), never).catch((error: unknown) => error);
    if (!isShown) {
      expect(result).toBeInstanceOf(MediaUnreadable);
      expect((result as MediaUnreadable).reason).toBe('truncated');
    } else
      expect(result).toMatchObject(kind === 'on its side' ? { width: 400, height: 600 } : { width: 600, height: 400 });
  });

  test('is shown if its last lines are grey by themselves', async () => {
    const grey = await sharp({
      create: { width: 300, height: 200, channels: 3, background: { r: 128, g: 128, b: 128 } },
    })
      .composite([{ input: await photo(300, 40), left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
    expect(await processImage(await save('grey.jpg', grey), await place(), never)).toMatchObject({ height: 200 });
  });
});

describe('a TIFF', () => {
  const tiff = async (): Promise<Buffer> =>
    await sharp(await photo(300, 200))
      .tiff({ compression: 'lzw' })
      .toBuffer();

  test('of several pages shows the first', async () => {
    const page = sharp([await photo(60, 40), await photo(60, 40), await photo(60, 40)], { join: { animated: true } });
    const file = await save('pages.tif', await page.tiff().toBuffer());
    expect((await sharp(file).metadata()).pages).toBe(3);
    expect(await processImage(file, await place(), never)).toMatchObject({ width: 60, height: 40, isAnimated: false });
  });

  test.each([4, 8, 12, 60])('of %i bytes is refused', async (length) => {
    const file = await save(
      'short.tif',
      Buffer.concat([Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'), Buffer.alloc(60)]).subarray(0, length),
    );
    expect(await detectType(file)).toMatchObject({ contentType: 'image/tiff' });
    await expect(processImage(file, await place(), never)).rejects.toBeInstanceOf(MediaUnreadable);
  });

  test('that is the raw file of a camera is none, for it shows a small preview alone', async () => {
    const content = await tiff();
    const file = await save('one.tif', content);
    expect(await detectType(file)).toEqual({ kind: 'image', contentType: 'image/tiff', extension: 'tiff' });
    const directory = content.readUInt32LE(4);
    const entries = Array.from({ length: content.readUInt16LE(directory) }, (_, at) => directory + 2 + at * 12);
    for (const [tag, value] of [
      [254, 1],
      [50_706, 1],
    ] as const) {
      const raw = Buffer.from(content);
      raw.writeUInt16LE(tag, entries[0]);
      raw.writeUInt32LE(value, entries[0]! + 8);
      expect(await detectType(await save('one.nef', raw))).toMatchObject({ kind: 'other', contentType: 'image/x-raw' });
    }
  });
});

describe.skipIf(!findDecoder())('with ffmpeg', () => {
  test('a BMP is shown in its colours', async () => {
    const rgb = await sharp({ create: { width: 101, height: 50, channels: 3, background: { r: 200, g: 60, b: 30 } } })
      .raw()
      .toBuffer();
    const file = await save('one.bmp', bitmap(rgb, 101, 50));
    expect(await detectType(file)).toEqual({ kind: 'image', contentType: 'image/bmp', extension: 'bmp' });
    const { width, height, renditions } = await processImage(file, await place(), never);
    expect({ width, height }).toEqual({ width: 101, height: 50 });
    const [r, g, b] = await pixel(renditions[0]!.file, 50, 25);
    expect(Math.abs(r! - 200) + Math.abs(g! - 60) + Math.abs(b! - 30)).toBeLessThan(15);
  });

  test('an animated PNG moves, as long as each of its frames stands, in every width', async () => {
    const made = 'testsrc2=s=400x300:r=5:d=1,format=rgba';
    const file = await makeWith(folder, 'moving.png', ['-f', 'lavfi', '-i', made, '-plays', '0', '-f', 'apng']);
    expect(await detectType(file)).toMatchObject({ contentType: 'image/png' });
    const result = await processImage(file, await place(), never);
    expect(result).toMatchObject({ width: 400, height: 300, isAnimated: true });
    expect(result.renditions.map((one) => [one.name, one.width, one.height])).toEqual([
      ['w320', 320, 240],
      ['original', 400, 300],
    ]);
    for (const { file: version } of result.renditions) {
      const { pages, delay, loop } = await sharp(version).metadata();
      expect({ pages, loop }).toEqual({ pages: 5, loop: 0 });
      for (const one of delay!.slice(0, -1)) expect(Math.abs(one - 200)).toBeLessThan(5);
    }
    // Half of it shows what is there.
    const content = await readFile(file);
    const half = await save('half.png', content.subarray(0, content.length / 2));
    expect(await processImage(half, await place(), never)).toMatchObject({ width: 400, height: 300 });
  });
});

describe.skipIf(readsHeic() || process.platform === 'win32')('HEIC', () => {
  const detected = { kind: 'image', contentType: 'image/heic', extension: 'heic' };

  test('is nothing that can be shown without a program for it', async () => {
    const file = await save('one.heic', heic);
    expect(await detectType(file)).toMatchObject({ kind: 'other', contentType: 'image/heic' });
    await expect(processImage(file, await place(), never)).rejects.toBeInstanceOf(NoDecoder);
  });

  test.each([
    ['one picture', 'cp HERE/made.png "$2"'],
    [
      'several, each with its number',
      'cp HERE/made.png "$(dirname "$2")/heic-1.png"; cp HERE/other.png "$(dirname "$2")/heic-2.png"',
    ],
  ])('is what a program makes of it: %s', async (_name, script) => {
    const file = await save('one.heic', heic);
    const programs = await mkdtemp(path.join(folder, 'programs-'));
    await writeIn(
      programs,
      'made.png',
      await sharp(await photo(64, 48))
        .png()
        .toBuffer(),
    );
    await writeIn(
      programs,
      'other.png',
      await sharp(await photo(10, 10))
        .png()
        .toBuffer(),
    );
    const program = await writeIn(
      programs,
      'convert',
      Buffer.from(`#!/bin/sh\n${script.replaceAll('HERE', programs)}\n`),
    );
    await chmod(program, 0o755);
    expect(await detectType(file, program)).toEqual(detected);
    expect(await processImage(file, await place(), never, null, program)).toMatchObject({ width: 64, height: 48 });
  });

  test.each([
    ['that writes nothing', 'exit 0'],
    ['that fails', 'exit 1'],
  ])('is damaged by the word of a program %s', async (_name, script) => {
    const file = await save('one.heic', heic);
    const program = await writeIn(folder, 'fail', Buffer.from(`#!/bin/sh\n${script}\n`));
    await chmod(program, 0o755);
    await expect(processImage(file, await place(), never, null, program)).rejects.toMatchObject({
      reason: 'truncated',
    });
    await expect(
      processImage(await save('cut.heic', heic.subarray(0, 100)), await place(), never, null, program),
    ).rejects.toMatchObject({ reason: 'truncated' });
  });

  const real = findProgram('heif-convert') ?? findProgram('heif-dec');
  test.skipIf(real === null)('is decoded by libheif', async () => {
    const file = await save('one.heic', heic);
    expect(await processImage(file, await place(), never, null, real)).toMatchObject({ width: 64, height: 48 });
  });
});
