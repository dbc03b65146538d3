import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TransferClient } from '#content/media/server/fixtures.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { bitmap, heic, photo } from '#platform/server/media/testing/corpus.ts';
import { makeWith } from '#platform/server/media/testing/recordings.ts';
import { soundShapes } from '#platform/server/media/testing/shapes.ts';
import { discShapes, hdrShapes, interlacedShapes, makeShape } from '#platform/server/media/testing/video-shapes.ts';
import { encoded } from '#site/testing/encoded.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { type ZipPart, extraField, zipOfParts } from '#site/testing/zip.ts';

/** The shapes of `docs/files.md`, each sent by tus, posted, processed and read as its page reads it. */

let world: World;
let base: string;
let folder: string;
let author: FixtureMember;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-files-'));
  world = await openWorld();
  await setSiteSetting(world.ctx, 'spamUploads', 1000);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  author = await world.member({ createdAt: new Date('2020-01-01') });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a file, posts it, and reads the upload when it was processed. */
async function posted(content: Uint8Array, filename: string) {
  const { id: fileId, answer } = await new TransferClient(base, author).transfer(content, { filename });
  expect(answer.status).toBe(204);
  const body = { content: `A file ${randomUUID()}`, fileIds: [fileId], submitId: randomUUID() };
  const { id: uploadId } = await world.ok('POST /uploads', { body }, author);
  await world.settle();
  const { files } = await world.ok('GET /uploads/:uploadId', { params: { uploadId } }, author);
  return files[0]!;
}

/** Status of an address of a file, as a visitor has it. */
const statusOf = async (address: string | null): Promise<number> =>
  address === null ? 0 : (await world.app.inject({ url: address, headers: { host: 'localhost:3999' } })).statusCode;

describe.skipIf(!findDecoder())('what members upload (needs ffmpeg)', () => {
  test.each(Object.entries(soundShapes))('sound: %s', async (_name, shape) => {
    const file = await posted(await readFile(await shape.make(folder)), `take.${shape.found[2]}`);
    expect(file).toMatchObject({ kind: 'audio', contentType: shape.found[1], processing: 'done' });
    expect(file.wave).not.toBeNull();
    expect(Math.abs(file.durationMs! / 1000 - (shape.seconds ?? 3))).toBeLessThan(0.15);
    if (shape.title !== undefined) expect(file.tags['title']).toBe(shape.title);
    expect(file.renditions.some(({ name }) => name.startsWith('cover-'))).toBe(shape.hasCover ?? false);
    expect(JSON.stringify(file)).not.toContain('\uFFFD');
    expect(await statusOf(file.url)).toBe(200);
  });

  const videos = { ...discShapes, ...interlacedShapes, ...hdrShapes };
  test.each(Object.entries(videos))('video: %s', async (_name, shape) => {
    const file = await posted(await readFile(await makeShape(folder, shape)), `clip.${shape.ending}`);
    const { width, height } = shape;
    expect(file).toMatchObject({ kind: 'video', contentType: shape.found[0], processing: 'done', width, height });
    const poster = file.renditions.find(({ name }) => name.startsWith('poster-'))!;
    expect(Math.abs(poster.width! / poster.height! / (width / height) - 1)).toBeLessThan(0.02);
    expect([await statusOf(file.url), await statusOf(poster.url)]).toEqual([200, 200]);
  });

  const image = async (format: 'tiff' | 'png' | 'jpeg', width = 300, height = 200): Promise<Buffer> =>
    await sharp(await photo(width, height))
      .toFormat(format)
      .toBuffer();
  const moving = ['-f', 'lavfi', '-i', 'testsrc2=s=96x64:r=5:d=1', '-plays', '0', '-f', 'apng'];
  const pictures: Readonly<
    Record<string, { make: () => Promise<Buffer>; name: string; width: number; height: number }>
  > = {
    TIFF: { make: () => image('tiff'), name: 'scan.tif', width: 300, height: 200 },
    BMP: { make: async () => bitmap(Buffer.alloc(90 * 60 * 3, 99), 90, 60), name: 'old.bmp', width: 90, height: 60 },
    'animated PNG': {
      make: async () => await readFile(await makeWith(folder, 'moving.png', moving)),
      name: 'moving.png',
      width: 96,
      height: 64,
    },
    'JPEG that lacks its last bytes': {
      make: async () => (await image('jpeg')).subarray(0, -200),
      name: 'cut.jpg',
      width: 300,
      height: 200,
    },
    'a picture of 12000x40': { make: () => image('png', 12_000, 40), name: 'strip.png', width: 12_000, height: 40 },
  };
  test.each(Object.entries(pictures))('picture: %s', async (_name, { make, name, width, height }) => {
    const file = await posted(await make(), name);
    expect(file).toMatchObject({ kind: 'image', processing: 'done', width, height });
    for (const { url } of file.renditions) expect(await statusOf(url)).toBe(200);
    const widest = Math.max(...file.renditions.map((rendition) => rendition.width ?? 0));
    expect(widest).toBeGreaterThanOrEqual(Math.min(width, 8000));
  });

  test('picture: HEIC without a program that reads it is refused with words on how to export', async () => {
    const { answer } = await new TransferClient(base, author).transfer(heic, { filename: 'phone.heic' });
    expect(answer.status).toBe(415);
    expect(((await answer.json()) as { detail: string }).detail).toContain('JPEG');
  });
});

describe('archives', () => {
  const named = (name: string): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(1, 0);
    head.writeUInt32LE(crc32(Buffer.from('own.wav')), 1);
    return extraField(0x7075, Buffer.concat([head, Buffer.from(name)]));
  };
  const file = (name: string | Buffer, more: Partial<ZipPart> = {}): ZipPart => ({
    name,
    content: Buffer.from(randomUUID()),
    ...more,
  });
  const marked = (mark: string): Buffer =>
    zipOfParts([file('kick.wav', { before: Buffer.from(mark, 'latin1') }), file('snare.wav')]);
  const two = ['kick.wav', 'snare.wav'];
  const shapes: Readonly<Record<string, { zip: Buffer; paths: readonly string[] }>> = {
    'a second name in Unicode': { zip: zipOfParts([file('own.wav', { extra: named('夜.wav') })]), paths: ['夜.wav'] },
    'names in Shift-JIS': {
      zip: zipOfParts(['表/ソロ.wav', '表/ドラム.wav'].map((name) => file(encoded(name, 'shift_jis')))),
      paths: ['表/ソロ.wav', '表/ドラム.wav'],
    },
    'bytes behind its end': {
      zip: Buffer.concat([zipOfParts(two.map((name) => file(name))), Buffer.alloc(60_000, 7)]),
      paths: two,
    },
    'the mark of several parts in front': { zip: marked('PK\x07\x08'), paths: two },
    'the mark of one part in front': { zip: marked('PK00'), paths: two },
    'a link, a chord, a root and two cases of one name': {
      zip: zipOfParts([
        file('passwords', { mode: 0o120777 }),
        ...['C: major.wav', '/kick.wav', 'KICK.wav'].map((name) => file(name)),
      ]),
      paths: ['C_ major.wav', 'kick.wav', 'KICK (2).wav'],
    },
  };
  test.each(Object.entries(shapes))('%s', async (_name, { zip, paths }) => {
    const client = new TransferClient(base, author);
    const { id, answer } = await client.transfer(zip, { filename: 'kit.zip', purpose: 'sharing_archive' });
    expect(answer.status).toBe(204);
    await world.settle();
    const body = { title: `A kit ${randomUUID()}`, archiveFileId: id, rights: true, submitId: randomUUID() };
    const { id: itemId } = await world.ok('POST /drumkits', { body }, author);
    const { items } = await world.ok('GET /drumkits/:itemId/archive', { params: { itemId }, query: {} });
    expect(items.map(({ path: entry }) => entry).toSorted()).toEqual(paths.toSorted());
  });
});
