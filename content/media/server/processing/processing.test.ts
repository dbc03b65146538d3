import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { sql } from '#platform/server/db/database.ts';
import { Refusal } from '#platform/server/http/refusal.ts';
import * as audio from '#platform/server/media/audio/audio.ts';
import { MediaUnreadable, NoDecoder } from '#platform/server/media/errors.ts';
import * as ffmpeg from '#platform/server/media/ffmpeg.ts';
import * as image from '#platform/server/media/pictures/image.ts';
import {
  CAMERA,
  type BadFile,
  animation,
  badFile,
  badFiles,
  photo,
  writeIn,
} from '#platform/server/media/testing/corpus.ts';
import { makeMedia, makeWith } from '#platform/server/media/testing/recordings.ts';
import { StorageGone } from '#platform/server/storage/storage.ts';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type World, openWorld } from '#site/testing/world.ts';
import { claimFiles, filesOf, presentFile } from '#content/media/server/actions.ts';
import { cleanFiles, cleanOrphans } from '#content/media/server/cleaning.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { processFile } from './process.ts';
import { fileById, knownKeys } from '#content/media/server/store.ts';

// The real ones, but where a test says what happens to them.
vi.mock('#platform/server/media/audio/audio.ts', { spy: true });
vi.mock('#platform/server/media/ffmpeg.ts', { spy: true });
vi.mock('#platform/server/media/pictures/image.ts', { spy: true });

beforeEach(() => {
  vi.mocked(audio.processAudio).mockReset();
  vi.mocked(ffmpeg.findDecoder).mockReset();
  vi.mocked(image.processImage).mockReset();
});

const decoder = ffmpeg.findDecoder();
let folder: string;
let png: Buffer;
/** A recording with tags and a picture. */
let song: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-processing-'));
  png = await sharp(await photo(700, 400))
    .png()
    .toBuffer();
  if (!decoder) return;
  const sound = await makeMedia(folder, 'one.mp3');
  const picture = await writeIn(folder, 'cover.jpg', await photo(400, 400));
  const covered = [
    '-i',
    sound,
    '-i',
    picture,
    '-map',
    '0:a',
    '-map',
    '1:v',
    '-c',
    'copy',
    '-disposition:v',
    'attached_pic',
  ];
  song = await readFile(await makeWith(folder, 'song.mp3', covered));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keysOf(world: World): Promise<string[]> {
  const keys: string[] = [];
  for await (const file of world.ctx.storage.list('')) keys.push(file.key);
  return keys;
}

/** Everything in the storage belongs to a row. */
async function expectNoOrphans(world: World): Promise<void> {
  const keys = await keysOf(world);
  expect(keys.toSorted()).toEqual([...(await knownKeys(world.ctx.db, keys))].toSorted());
}

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

describe.each(['disk', 's3'])('on %s', (storage) => {
  let world: World;
  let owner: FixtureMember;
  beforeAll(async () => {
    world = await openWorld({ environment: storage === 's3' ? s3.environment : {} });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    owner = await world.member();
  });
  afterEach(async () => {
    await world.settle();
    const left = await readdir(path.join(world.ctx.config.dataDir, 'work')).catch(() => []);
    if (left.length > 0) throw new Error(`Examinations have left ${left.join(', ')}.`);
  });

  const own = (fileId: string) => world.ok('GET /files/:fileId', { params: { fileId } }, owner);
  const claim = (ids: readonly string[], contentId: string = randomUUID(), guarded = false) =>
    world.ctx.db.tx((tx) =>
      claimFiles(world.ctx, tx, owner.profileId, ids, { contentKind: 'trial', contentId, guarded }),
    );

  const bytesAt = async (url: string, as: FixtureMember | null = null): Promise<Buffer> => {
    const answer = await world.app.inject({ url, ...(as && { headers: { cookie: as.cookie } }) });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };

  test('a picture gets its widths, and readers get those and not the original', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', width: 700, height: 400, reason: null });
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(file.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['w320', 320, 183],
      ['w640', 640, 366],
      ['original', 700, 400],
    ]);
    expect(file.url).toBe(file.renditions[2]!.url);
    const contentId = randomUUID();
    await claim([id], contentId);
    const [row] = (await filesOf(world.ctx.db, 'trial', [contentId])).get(contentId)!;
    expect(presentFile(row!).originalUrl).toBeNull();
    for (const { url, bytes, width } of file.renditions) {
      const answer = await world.get(url);
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
      const content = await bytesAt(url);
      expect(content.length).toBe(bytes);
      expect((await sharp(content).metadata()).width).toBe(width);
    }
    expect((await world.get(file.url!, { headers: { range: 'bytes=8-11' } })).body).toBe('WEBP');
    expect((await world.get(file.originalUrl!)).status).toBe(404);
    expect((await world.get(file.originalUrl!, owner)).status).toBe(200);
  });

  test('a picture does not wait behind a sound', async () => {
    const begun = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<never>();
    vi.mocked(audio.processAudio).mockImplementationOnce(() => {
      begun.resolve();
      return heard.promise;
    });
    const sound = await makeFile(world.ctx, owner, wavOf(4000), { name: 'long take.wav' });
    await begun.promise;
    const picture = await makeFile(world.ctx, owner, png);
    await expect.poll(async () => (await own(picture)).processing, { timeout: 20_000 }).toBe('done');
    expect((await own(sound)).processing).toBe('waiting');
    heard.reject(new MediaUnreadable('failed'));
    await world.settle();
    expect((await own(sound)).processing).toBe('failed');
  });

  test('the place where a picture was taken is never published', async () => {
    const id = await makeFile(world.ctx, owner, await readFile(await badFile(folder, 'place.jpg')));
    await world.settle();
    await claim([id]);
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', width: 120, height: 80 });
    for (const { url } of file.renditions) {
      const content = await bytesAt(url);
      expect(content.includes(CAMERA)).toBe(false);
      expect((await sharp(content).metadata()).exif).toBeUndefined();
    }
    expect((await world.get(file.originalUrl!)).status).toBe(404);
  });

  test.skipIf(!decoder)('a sound gets its length, waveform, loudness, stream and cover', async () => {
    const id = await makeFile(world.ctx, owner, song, { name: 'night drive.mp3' });
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', tags: { title: 'Night drive', artist: 'Ada', bpm: '128' } });
    expect(Math.abs(file.durationMs! - 3000)).toBeLessThan(50);
    expect(Math.abs(file.loudness! + 10)).toBeLessThan(0.5);
    expect(Math.abs(file.truePeak! + 8.2)).toBeLessThan(0.5);
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(file.wave).toMatch(/^[\dA-Za-z]{384}$/);
    const names = file.renditions.map((one) => one.name).toSorted();
    expect(names).toEqual(['cover-original', 'cover-w320', 'stream', 'zoom']);
    const stream = file.renditions.find((one) => one.name === 'stream')!;
    expect(file.url).toBe(stream.url);
    await claim([id]);
    expect(await world.get(stream.url)).toMatchObject({ status: 200, headers: { 'content-type': 'audio/mpeg' } });
    expect((await bytesAt(stream.url)).includes('Night drive')).toBe(false);
    expect(await bytesAt(file.renditions.find((one) => one.name === 'zoom')!.url)).toHaveLength(2000);
    // Sound as it was uploaded is its author's to offer.
    expect((await world.get(file.originalUrl!)).status).toBe(404);
    expect(await bytesAt(file.originalUrl!, owner)).toEqual(song);
  });

  test('without a decoder the file works, and says that there is no more', async () => {
    vi.mocked(ffmpeg.findDecoder).mockReturnValue(null);
    const id = await makeFile(world.ctx, owner, wavOf(20_000));
    await world.settle();
    const file = await own(id);
    const reason = new NoDecoder().message;
    expect(file).toMatchObject({ processing: 'unavailable', reason, wave: null, durationMs: null });
    expect(file.url).toBe(file.originalUrl);
    await claim([id]);
    expect((await world.get(file.url!)).status).toBe(200);
  });

  test('a damaged file says why, and can be tried once more by its owner alone', async () => {
    vi.mocked(image.processImage).mockRejectedValueOnce(new MediaUnreadable('truncated'));
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    const reason = 'The file is damaged, or its end is missing.';
    expect(await own(id)).toMatchObject({ processing: 'failed', reason, url: null });
    const stranger = await world.member();
    await world.refused('POST /files/:fileId/process', { params: { fileId: id } }, stranger, 'not_found');
    await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner);
    await world.settle();
    expect(await own(id)).toMatchObject({ processing: 'done', reason: null });
    // What is done is not done again.
    vi.mocked(image.processImage).mockClear();
    await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner);
    await world.settle();
    expect(image.processImage).not.toHaveBeenCalled();
  });

  test('a worker that ends in the middle leaves nothing half-visible, and the next one no orphans', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting', tries = 0 WHERE id = ${id}`);
    await world.ctx.db.rows(sql`DELETE FROM file_renditions WHERE file_id = ${id}`);
    const real = world.ctx.storage.put.bind(world.ctx.storage);
    let puts = 0;
    const put = vi.spyOn(world.ctx.storage, 'put').mockImplementation(async (...rest) => {
      if (++puts === 2) throw new StorageGone('gone in the middle');
      return await real(...rest);
    });
    // It waits for the storage, and that is no try.
    await processFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'waiting', renditions: [], url: null });
    expect(await world.ctx.db.rows(sql`SELECT tries FROM files WHERE id = ${id}`)).toEqual([{ tries: 0 }]);
    put.mockRestore();
    await processFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'done' });
    await expectNoOrphans(world);
  });

  test('a file that takes its process down every time is given up', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting', tries = 4 WHERE id = ${id}`);
    await processFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'interrupted', mayProcessAgain: true });
  });

  test('a file that is removed while it is processed leaves nothing', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting', tries = 0 WHERE id = ${id}`);
    vi.mocked(image.processImage).mockImplementationOnce(async (_file, out) => {
      await world.ctx.db.rows(sql`UPDATE files SET state = 'removed', removed_at = now() WHERE id = ${id}`);
      await cleanFiles(world.ctx);
      const file = await writeIn(out, 'original.webp', png);
      const made = {
        name: 'original',
        file,
        contentType: 'image/webp',
        width: 7,
        height: 4,
        bytes: png.length,
      } as const;
      return { width: 7, height: 4, isAnimated: false, placeholder: 'data:image/webp;base64,AA', renditions: [made] };
    });
    await processFile(world.ctx, id);
    expect(await fileById(world.ctx.db, id)).toBeNull();
    await expectNoOrphans(world);
  });

  test('the cleaning job takes what was removed, and leaves the rest', async () => {
    const [stored, gone] = [await makeFile(world.ctx, owner, png), await makeFile(world.ctx, owner, png)];
    await world.settle();
    await claim([stored]);
    const before = await keysOf(world);
    await world.ok('DELETE /files/:fileId', { params: { fileId: gone } }, owner);
    await world.refused('DELETE /files/:fileId', { params: { fileId: stored } }, owner, 'file_in_use');
    await world.refused('GET /files/:fileId', { params: { fileId: gone } }, owner, 'not_found');
    await cleanFiles(world.ctx);
    expect(before.length - (await keysOf(world)).length).toBe(4);
    expect(await own(stored)).toMatchObject({ processing: 'done' });
    await expectNoOrphans(world);
  });

  test('stored files that no row knows go after a day, and not before', async () => {
    await world.ctx.storage.put('gallery/f_orphan.png', png, { contentType: 'image/png' });
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    await cleanOrphans(world.ctx);
    expect(await keysOf(world)).toContain('gallery/f_orphan.png');
    vi.setSystemTime(new Date(Date.now() + 25 * 3_600_000));
    try {
      await cleanOrphans(world.ctx);
    } finally {
      vi.useRealTimers();
    }
    expect(await keysOf(world)).not.toContain('gallery/f_orphan.png');
    expect((await world.get((await own(id)).url!, owner)).status).toBe(200);
    await expectNoOrphans(world);
  });

  // What is found in a file does not depend on where it is stored.
  if (storage === 's3') return;

  test('a picture that moves goes on moving', async () => {
    const id = await makeFile(world.ctx, owner, await animation(4, 400), { name: 'dance.gif' });
    await world.settle();
    const { renditions, processing } = await own(id);
    expect(processing).toBe('done');
    for (const { url } of renditions) expect((await sharp(await bytesAt(url, owner)).metadata()).pages).toBe(4);
  });

  test.skipIf(!decoder)('a sound of 5.1 says how loud it is, and how loud its stereo version plays', async () => {
    const around = "anullsrc=channel_layout=5.1:sample_rate=48000:duration=0.6,aeval='0.9*sin(2*PI*997*t)':c=same";
    const sound = await makeWith(folder, 'around.flac', ['-f', 'lavfi', '-i', around]);
    const id = await makeFile(world.ctx, owner, await readFile(sound), { name: 'around.flac' });
    await world.settle();
    const file = await own(id);
    expect(file.truePeak).toBeGreaterThan(-1);
    expect(file.playedTruePeak).toBeLessThanOrEqual(-1);
    expect(file.playedLoudness).toBeLessThan(file.loudness! - 3);
    const stereo = await makeFile(world.ctx, owner, wavOf(30_000), { name: 'loop.wav' });
    await world.settle();
    const other = await own(stereo);
    expect([other.playedLoudness, other.playedTruePeak]).toEqual([other.loudness, other.truePeak]);
  });

  test.skipIf(!decoder)('of a sound without its end its author learns, and no reader', async () => {
    const whole = wavOf(88_200);
    const id = await makeFile(world.ctx, owner, whole.subarray(0, 60_000), { name: 'cut.wav' });
    const other = await makeFile(world.ctx, owner, whole, { name: 'whole.wav' });
    await world.settle();
    expect(await own(id)).toMatchObject({ processing: 'done', endsEarly: true });
    expect(await own(other)).toMatchObject({ processing: 'done', endsEarly: false });
    const row = (await fileById(world.ctx.db, id))!;
    expect(presentFile(row)).toMatchObject({ endsEarly: false });
    expect(presentFile(row, true)).toMatchObject({ endsEarly: true });
  });

  test.skipIf(!decoder)('a video gets its measures, a poster and a stream', async () => {
    const id = await makeFile(world.ctx, owner, await readFile(await makeMedia(folder, 'one.mov')), {
      name: 'take.mov',
    });
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', kind: 'video', width: 320, height: 180 });
    expect(Math.abs(file.durationMs! - 4000)).toBeLessThan(150);
    expect(file.placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(file.renditions.map((one) => one.name).toSorted()).toEqual(['poster-original', 'stream']);
    expect(file.renditions.find((one) => one.name === 'stream')).toMatchObject({
      contentType: 'video/mp4',
      url: file.url,
    });
    await claim([id]);
    expect((await bytesAt(file.url!)).includes('+52.5')).toBe(false);
  });

  test('the owner’s pages hear of it, and nobody else’s', async () => {
    const before = await world.ctx.realtime.lastSeq(`files:${owner.profileId}`);
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    expect(await world.ctx.realtime.lastSeq(`files:${owner.profileId}`)).toBe(before + 1);
    const [event] = await world.ctx.db.rows<{ type: string; data: unknown }>(
      sql`SELECT type, data FROM topic_events WHERE topic = ${`files:${owner.profileId}`} ORDER BY seq DESC LIMIT 1`,
    );
    expect(event).toEqual({ type: 'file_changed', data: { id, processing: 'done' } });
  });

  test.skipIf(!decoder)('with a decoder that was installed later, all is found', async () => {
    vi.mocked(ffmpeg.findDecoder).mockReturnValue(null);
    const id = await makeFile(world.ctx, owner, wavOf(44 + 88_200));
    await world.settle();
    vi.mocked(ffmpeg.findDecoder).mockReset();
    expect((await own(id)).processing).toBe('unavailable');
    const again = await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner);
    expect(again.processing).toBe('waiting');
    await world.settle();
    expect(await own(id)).toMatchObject({ processing: 'done', durationMs: 1000, reason: null });
  });
});

describe('bad luck and bad will', () => {
  let world: World;
  let owner: FixtureMember;
  beforeAll(async () => {
    world = await openWorld({ jobsMayFail: true });
    owner = await world.member();
  });
  afterAll(() => world.close());

  /** The result of each: refused by the endpoint, why processing failed, or all right. */
  const ends: Readonly<Record<BadFile, string>> = {
    'zero-bytes.png': 'file_empty',
    'truncated.jpg': 'The file is damaged, or its end is missing.',
    'truncated.png': 'The file is damaged, or its end is missing.',
    'truncated.webp': 'The file is damaged, or its end is missing.',
    'only-a-head.jpg': 'The file is damaged, or its end is missing.',
    'noise-behind-a-head.png': 'The file is damaged, or its end is missing.',
    'zip-named.png': 'file_type_refused',
    'html-inside.png': 'done',
    'html-named.jpg': 'file_type_refused',
    'drawing.svg': 'file_type_refused',
    'place.jpg': 'done',
    'huge.png': 'The picture is too large: it has more than 100 megapixels, all frames together.',
    'over-100-megapixels.png': 'The picture is too large: it has more than 100 megapixels, all frames together.',
    'frames.gif': 'The picture is too large: it has more than 100 megapixels, all frames together.',
    'frames.png': 'The picture is too large: it has more than 100 megapixels, all frames together.',
    'over-100-megapixels.bmp': decoder
      ? 'The picture is too large: it has more than 100 megapixels, all frames together.'
      : 'file_type_refused',
    'lying-long.wav': 'done',
    'lying-short.wav': 'done',
    'four-gigabytes-declared.wav': 'file_type_refused',
    'no-samples.wav': 'The file is damaged, or its end is missing.',
    'mad-rate.wav': 'The file is damaged, or its end is missing.',
    'mad-channels.wav': 'The file is damaged, or its end is missing.',
    'playlist.mp4': 'file_type_refused',
    'concat.wav': 'file_type_refused',
  };

  test.each(badFiles.filter((name) => decoder !== null || ends[name] !== 'done' || !name.endsWith('.wav')))(
    '%s has its clear end, and leaves nothing behind',
    async (name) => {
      const content = await readFile(await badFile(folder, name));
      const id = await makeFile(world.ctx, owner, content, { name }).catch((error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      });
      await world.settle();
      if (id instanceof Refusal) expect(id.code).toBe(ends[name]);
      else {
        const file = await world.ok('GET /files/:fileId', { params: { fileId: id } }, owner);
        if (ends[name] === 'done') expect(file).toMatchObject({ processing: 'done', reason: null });
        else if (decoder !== null || file.kind === 'image')
          expect(file).toMatchObject({ processing: 'failed', reason: ends[name], renditions: [] });
      }
      const { dataDir } = world.ctx.config;
      for (const place of ['uploads', 'work'])
        expect(await readdir(path.join(dataDir, place)).catch(() => [])).toEqual([]);
      await expectNoOrphans(world);
    },
  );

  test('the same picture from two tabs becomes two files, each with all that is made of it', async () => {
    const ids = await Promise.all([makeFile(world.ctx, owner, png), makeFile(world.ctx, owner, png)]);
    await world.settle();
    const files = await Promise.all(ids.map((fileId) => world.ok('GET /files/:fileId', { params: { fileId } }, owner)));
    for (const file of files) expect(file).toMatchObject({ processing: 'done', renditions: { length: 3 } });
    expect(new Set(files.flatMap((file) => file.renditions.map((one) => one.url))).size).toBe(6);
    await world.ok('DELETE /files/:fileId', { params: { fileId: ids[0] } }, owner);
    await cleanFiles(world.ctx);
    expect((await world.get(files[1]!.url!, owner)).status).toBe(200);
    await expectNoOrphans(world);
  });

  test('processing whose machine fails is tried again, and given up after four attempts', async () => {
    vi.mocked(audio.processAudio).mockRejectedValue(new Error('No space left on device'));
    const id = await makeFile(world.ctx, owner, wavOf(20_000));
    await world.settle();
    const state = () => world.ok('GET /files/:fileId', { params: { fileId: id } }, owner);
    for (let tries = 1; tries < 4; tries++) {
      expect(await state()).toMatchObject({ processing: 'waiting', renditions: [] });
      await expect(processFile(world.ctx, id)).rejects.toThrow('No space');
    }
    await processFile(world.ctx, id);
    expect(await state()).toMatchObject({
      processing: 'interrupted',
      mayProcessAgain: true,
      originalUrl: expect.stringMatching(/\.wav$/),
    });
  });

  test('folders of runs whose process was killed go', async () => {
    await world.settle();
    const left = path.join(world.ctx.config.dataDir, 'work/process-left');
    await mkdir(left, { recursive: true });
    await cleanFiles(world.ctx);
    expect(await readdir(path.dirname(left))).toEqual(['process-left']);
    vi.setSystemTime(new Date(Date.now() + 3 * 3_600_000));
    try {
      await cleanFiles(world.ctx);
    } finally {
      vi.useRealTimers();
    }
    expect(await readdir(path.dirname(left))).toEqual([]);
  });
});
