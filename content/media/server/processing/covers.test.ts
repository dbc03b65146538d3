import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { type BadFile, CAMERA, badFile, photo, writeIn } from '#platform/server/media/testing/corpus.ts';
import { makeMedia, makeWith } from '#platform/server/media/testing/recordings.ts';
import { id3 } from '#platform/server/media/testing/shapes.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { type World, openWorld } from '#site/testing/world.ts';

let world: World;
let owner: FixtureMember;
let folder: string;
beforeAll(async () => {
  [world, folder] = [await openWorld(), await mkdtemp(path.join(tmpdir(), 'looproom-covers-'))];
  owner = await world.member({ createdAt: new Date('2020-01-01') });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The block of FLAC and Vorbis comments that holds a picture. */
const pictureBlock = (art: Buffer): Buffer =>
  Buffer.concat([u32(3), u32(10), Buffer.from('image/jpeg'), u32(0), Buffer.alloc(16), u32(art.length), art]);

const inOgg = (name: string) => async (art: Buffer) => {
  const sound = await makeMedia(folder, name);
  const block = `METADATA_BLOCK_PICTURE=${pictureBlock(art).toString('base64')}`;
  return await readFile(await makeWith(folder, `art-${name}`, ['-i', sound, '-c', 'copy', '-metadata', block]));
};

/** A sound with a picture in it, whatever its bytes are. */
const formats: Readonly<Record<string, (art: Buffer) => Promise<Buffer>>> = {
  'MP3 with APIC': async (art) =>
    Buffer.concat([id3('Night drive', { cover: art }), await readFile(await makeMedia(folder, 'untagged.mp3'))]),
  'FLAC with PICTURE': async (art) => {
    const flac = await readFile(await makeMedia(folder, 'one.flac'));
    const block = pictureBlock(art);
    const head = u32(block.length);
    head[0] = 6;
    // Behind the head and STREAMINFO, which are always the first 42 bytes.
    return Buffer.concat([flac.subarray(0, 42), head, block, flac.subarray(42)]);
  },
  'M4A with covr': async (art) => {
    const sound = await makeMedia(folder, 'one.m4a');
    const jpeg = await photo(40, 30);
    const place = Buffer.concat([jpeg, Buffer.alloc(Math.max(0, art.length - jpeg.length))]);
    const picture = ['-i', await writeIn(folder, 'place.jpg', place), '-map', '0:a', '-map', '1:v'];
    const options = ['-c', 'copy', '-disposition:v', 'attached_pic'];
    const file = await readFile(await makeWith(folder, 'art.m4a', ['-i', sound, ...picture, ...options]));
    const at = file.indexOf(place);
    expect(at).toBeGreaterThan(0);
    Buffer.concat([art, Buffer.alloc(place.length - art.length)]).copy(file, at);
    return file;
  },
  'Ogg Vorbis with METADATA_BLOCK_PICTURE': inOgg('one.ogg'),
  'Opus with METADATA_BLOCK_PICTURE': inOgg('one.opus'),
};

const damaged: readonly BadFile[] = ['truncated.jpg', 'html-named.jpg', 'huge.png', 'frames.gif'];

test.skipIf(!findDecoder()).each(Object.keys(formats))(
  'of %s the picture is the cover, without what it hides; a damaged one is no verdict on the sound',
  async (format) => {
    const ids: string[] = [];
    for (const art of ['place.jpg', ...damaged] as const) {
      const content = await formats[format]!(await readFile(await badFile(folder, art)));
      ids.push(await makeFile(world.ctx, owner, content, { name: 'one.sound' }));
    }
    await world.settle();
    const files = await Promise.all(ids.map((fileId) => world.ok('GET /files/:fileId', { params: { fileId } }, owner)));
    for (const [at, file] of files.entries()) {
      const names = file.renditions.map(({ name }) => name).toSorted();
      const made = at === 0 ? ['cover-original', 'stream', 'zoom'] : ['stream', 'zoom'];
      expect([damaged[at - 1], file.processing, names]).toEqual([damaged[at - 1], 'done', made]);
      expect(file.durationMs).toBeGreaterThan(2900);
      if (at > 0) expect(file.placeholder).toBeNull();
    }
    const { renditions, placeholder } = files[0]!;
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    const cover = renditions.find(({ name }) => name === 'cover-original')!;
    expect(cover).toMatchObject({ contentType: 'image/webp', width: 120, height: 80 });
    const { status, body } = await world.get(cover.url, owner);
    expect(status).toBe(200);
    expect(String(body)).not.toContain(CAMERA);
  },
);
