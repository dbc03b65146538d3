import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FixtureMember } from '#server/features/accounts/fixtures.ts';
import { sql } from '#server/platform/db/database.ts';
import { StorageGone } from '#server/platform/storage/storage.ts';
import { type S3Server, startS3Server } from '#server/testing/s3-server.ts';
import { wavOf } from '#server/testing/wav.ts';
import { type World, openWorld } from '#server/testing/world.ts';
import { claimFiles, filesOf, presentFile } from './actions.ts';
import { cleanFiles, cleanOrphans } from './cleaning.ts';
import { makeFile } from './fixtures.ts';
import { examineFile } from './process.ts';
import { fileById, knownKeys } from './store.ts';
import * as tools from './tools.ts';

// What decodes is tested where it stands; here it is what a test needs: quick, broken, missing, or slow.
vi.mock('./tools.ts', { spy: true });

let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#aa5500' } })
    .png()
    .toBuffer();
});

async function imageTools(_file: string, folder: string): Promise<tools.ImageResult> {
  const renditions = await Promise.all(
    ([640, 1600] as const).map(async (width) => {
      const file = path.join(folder, `${width}.webp`);
      await writeFile(file, `picture ${width}`);
      return {
        name: `w${width}` as const,
        file,
        contentType: 'image/webp' as const,
        width,
        height: width / 2,
        bytes: 12,
      };
    }),
  );
  return { width: 64, height: 48, isAnimated: false, placeholder: 'data:image/webp;base64,AA', renditions };
}

async function audioTools(_file: string, folder: string): Promise<tools.AudioResult> {
  const file = path.join(folder, 'stream.m4a');
  await writeFile(file, 'stream');
  const cover = path.join(folder, 'cover.jpg');
  await writeFile(cover, 'cover');
  return {
    durationMs: 61_500,
    sampleRate: 44_100,
    channels: 2,
    bitDepth: 16,
    codec: 'pcm_s16le',
    tags: { title: 'Round', artist: 'x'.repeat(5000), album: 'a\0b' },
    cover,
    overview: new Uint8Array(4096).fill(7),
    zoom: new Uint8Array(20_000),
    loudness: -13.25,
    truePeak: -0.5,
    stream: { file, contentType: 'audio/mp4', bytes: 6 },
  };
}

function useQuickTools(): void {
  vi.mocked(tools.processImage).mockImplementation(imageTools);
  vi.mocked(tools.processAudio).mockImplementation(audioTools);
  vi.mocked(tools.processVideo).mockRejectedValue(new tools.NoDecoder());
}

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
    useQuickTools();
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

  test('a picture gets its widths, and readers get those and not the original', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', width: 64, height: 48, placeholder: 'data:image/webp;base64,AA' });
    expect(file.renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['w640', 640, 320],
      ['w1600', 1600, 800],
    ]);
    expect(file.url).toBe(file.renditions[1]!.url);
    const contentId = randomUUID();
    await claim([id], contentId);
    const [row] = (await filesOf(world.ctx.db, 'trial', [contentId])).get(contentId)!;
    expect(presentFile(row!).originalUrl).toBeNull();
    const answer = await world.get(file.url!);
    expect(answer).toMatchObject({ status: 200, body: 'picture 1600', headers: { 'content-type': 'image/webp' } });
    expect((await world.get(file.url!, { headers: { range: 'bytes=3-6' } })).body).toBe('ture');
    expect((await world.get(file.originalUrl!)).status).toBe(404);
    expect((await world.get(file.originalUrl!, owner)).status).toBe(200);
  });

  test('a sound gets its length, waveform, loudness, stream and cover; its tags are bounded', async () => {
    const id = await makeFile(world.ctx, owner, wavOf(20_000), { name: 'round.wav' });
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({ processing: 'done', durationMs: 61_500, loudness: -13.25, truePeak: -0.5 });
    expect(Buffer.from(file.overview!, 'base64')).toEqual(Buffer.alloc(4096, 7));
    expect(file.tags['title']).toBe('Round');
    expect(file.tags['artist']).toHaveLength(300);
    expect(file.tags['album']).toBe('ab');
    expect(file.renditions.map((one) => one.name).toSorted()).toEqual(['cover-w1600', 'cover-w640', 'stream', 'zoom']);
    expect(file.url).toBe(file.renditions.find((one) => one.name === 'stream')!.url);
    await claim([id]);
    expect((await world.get(file.url!)).body).toBe('stream');
    // Sound as it was uploaded is for its readers too.
    expect((await world.get(file.originalUrl!)).status).toBe(200);
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

  test('without a decoder the file works, and says that there is no more', async () => {
    vi.mocked(tools.processAudio).mockRejectedValue(new tools.NoDecoder());
    const id = await makeFile(world.ctx, owner, wavOf(20_000));
    await world.settle();
    const file = await own(id);
    expect(file).toMatchObject({
      processing: 'unavailable',
      reason: 'This machine has no decoder for sound and video.',
      overview: null,
      durationMs: null,
    });
    expect(file.url).toBe(file.originalUrl);
    await claim([id]);
    expect((await world.get(file.url!)).status).toBe(200);
    useQuickTools();
    expect((await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner)).processing).toBe(
      'waiting',
    );
    await world.settle();
    expect((await own(id)).processing).toBe('done');
  });

  test('a damaged file says why, and can be tried once more by its owner alone', async () => {
    vi.mocked(tools.processImage).mockRejectedValue(new tools.MediaUnreadable('truncated'));
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    expect(await own(id)).toMatchObject({
      processing: 'failed',
      reason: 'The file is damaged, or its end is missing.',
      url: null,
    });
    const stranger = await world.member();
    await world.refused('POST /files/:fileId/process', { params: { fileId: id } }, stranger, 'not_found');
    useQuickTools();
    await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner);
    await world.settle();
    expect(await own(id)).toMatchObject({ processing: 'done', reason: null });
    // What is done is not done again.
    vi.mocked(tools.processImage).mockClear();
    await world.ok('POST /files/:fileId/process', { params: { fileId: id } }, owner);
    await world.settle();
    expect(tools.processImage).not.toHaveBeenCalled();
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
    await expect(examineFile(world.ctx, id)).rejects.toThrow(StorageGone);
    expect(await own(id)).toMatchObject({ processing: 'waiting', renditions: [], url: null });
    put.mockRestore();
    await examineFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'done' });
    await expectNoOrphans(world);
  });

  test('a file that takes its process down every time is given up', async () => {
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    await world.ctx.db.rows(sql`UPDATE files SET processing = 'waiting', tries = 4 WHERE id = ${id}`);
    await examineFile(world.ctx, id);
    expect(await own(id)).toMatchObject({ processing: 'failed' });
  });

  test('a file that is removed while it is examined leaves nothing', async () => {
    vi.mocked(tools.processImage).mockImplementation(async (file, folder) => {
      await world.ctx.db.rows(
        sql`UPDATE files SET state = 'removed', removed_at = now() WHERE owner_id = ${owner.profileId}`,
      );
      await cleanFiles(world.ctx);
      return await imageTools(file, folder);
    });
    const id = await makeFile(world.ctx, owner, png);
    await world.settle();
    expect(await fileById(world.ctx.db, id)).toBeNull();
    await expectNoOrphans(world);
  });

  test('the cleaning job takes what was removed, and leaves the rest', async () => {
    const [kept, gone] = [await makeFile(world.ctx, owner, png), await makeFile(world.ctx, owner, png)];
    await world.settle();
    await claim([kept]);
    const before = await keysOf(world);
    await world.ok('DELETE /files/:fileId', { params: { fileId: gone } }, owner);
    await world.refused('DELETE /files/:fileId', { params: { fileId: kept } }, owner, 'file_in_use');
    await world.refused('GET /files/:fileId', { params: { fileId: gone } }, owner, 'not_found');
    await cleanFiles(world.ctx);
    expect(before.length - (await keysOf(world)).length).toBe(3);
    expect(await own(kept)).toMatchObject({ processing: 'done' });
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
});

test('folders of examinations whose process was killed go', async () => {
  const world = await openWorld({ work: false });
  try {
    const left = path.join(world.ctx.config.dataDir, 'work/examine-left');
    await mkdir(left, { recursive: true });
    await cleanFiles(world.ctx);
    expect(await readdir(path.dirname(left))).toEqual(['examine-left']);
    vi.setSystemTime(new Date(Date.now() + 3 * 3_600_000));
    try {
      await cleanFiles(world.ctx);
    } finally {
      vi.useRealTimers();
    }
    expect(await readdir(path.dirname(left))).toEqual([]);
  } finally {
    await world.close();
  }
});
