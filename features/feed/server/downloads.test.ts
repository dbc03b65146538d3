import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackTerms } from '#content/media/contract/endpoints.ts';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { defaultTerms } from '#content/media/contract/limits.ts';
import type { FixtureMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { renditionKey } from '#content/media/server/rules.ts';
import { sql } from '#platform/server/db/database.ts';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { wavOf } from '#site/testing/wav.ts';
import { type As, type World, openWorld } from '#site/testing/world.ts';
import { makeUpload } from './fixtures.ts';

const places = ['disk', 's3'] as const;
const worlds = {} as Record<(typeof places)[number], World>;
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  worlds.disk = await openWorld({ work: false });
  worlds.s3 = await openWorld({ work: false, environment: s3.environment });
});
afterAll(async () => {
  await worlds.disk.close();
  await worlds.s3.close();
  await s3.close();
});

let sounds = 0;

/** A sound or a video that was uploaded and processed: the original, and a version to stream. @returns the file's id */
async function processed(world: World, author: FixtureMember, kind: 'audio' | 'video' = 'audio'): Promise<string> {
  const id = await makeFile(world.ctx, author, wavOf(40_000 + sounds++ * 4), { name: 'My take.wav' });
  const [{ key }] = (await world.ctx.db.rows(sql`SELECT key FROM files WHERE id = ${id}`)) as [{ key: string }];
  const stream = renditionKey(key, 'stream', 'm4a');
  await world.ctx.storage.put(stream, Buffer.from('streamed'), { contentType: 'audio/mp4' });
  await world.ctx.db.rows(sql`UPDATE files SET processing = 'done', kind = ${kind} WHERE id = ${id}`);
  await world.ctx.db.rows(sql`
    INSERT INTO file_renditions (file_id, name, key, content_type, bytes) VALUES (${id}, 'stream', ${stream}, 'audio/mp4', 8)`);
  return id;
}

async function uploadOf(world: World, author: FixtureMember, terms?: TrackTerms, kind?: 'video'): Promise<Upload> {
  const fileId = await processed(world, author, kind);
  const id = await makeUpload(world.ctx, author, {
    fileIds: [fileId],
    ...(terms && { terms: [{ fileId, ...terms }] }),
  });
  return await world.ok('GET /uploads/:uploadId', { params: { uploadId: id } });
}

const offer = (world: World, upload: Upload, terms: TrackTerms, as: As | null) =>
  world.call(
    'PUT /uploads/:uploadId/tracks/:trackId/terms',
    { params: { uploadId: upload.id, trackId: upload.files[0]!.trackId }, body: terms },
    as,
  );
/** The address of the original, as its author gets it. */
async function originalOf(world: World, upload: Upload, author: As): Promise<string> {
  const own = await world.ok('GET /uploads/:uploadId', { params: { uploadId: upload.id } }, author);
  return own.files[0]!.originalUrl!;
}

describe.each(places)('files on %s', (place) => {
  it('of a sound are offered as streamed, all rights reserved, until its author says otherwise', async () => {
    const world = worlds[place];
    const author = await world.member();
    const upload = await uploadOf(world, author);
    const [file] = upload.files;
    expect(file).toMatchObject({ terms: defaultTerms, originalUrl: null, downloadUrl: `${file!.url}?download` });
    expect(defaultTerms).toEqual({ download: 'stream', licence: 'all-rights-reserved' });
    const saved = await world.get(file!.downloadUrl!);
    expect(saved).toMatchObject({ status: 200, body: 'streamed' });
    expect(saved.headers['content-disposition']).toContain('filename="My take.m4a"');
  });

  it('in the original are for its author and staff until its author offers them, whoever guesses the address', async () => {
    const world = worlds[place];
    const author = await world.member();
    const [reader, staff] = [await world.member(), await world.member({ moderator: true })];
    const upload = await uploadOf(world, author);
    const original = await originalOf(world, upload, author);
    expect(original).toMatch(/\.wav$/);
    const statuses = async (headers: Record<string, string> = {}) =>
      await Promise.all(
        [null, reader, staff, author].map(async (as) => (await world.get(original, { ...as, headers })).status),
      );
    const variants = [
      `${original}?download`,
      original.replace('.wav', '/original.wav'),
      original.replace('.wav', '/stream.wav'),
    ];
    for (const download of ['off', 'stream'] as const) {
      expect((await offer(world, upload, { download, licence: 'cc-by' }, author)).status).toBe(200);
      expect(await statuses()).toEqual([404, 404, 200, 200]);
      expect(await statuses({ range: 'bytes=0-9' })).toEqual([404, 404, 206, 206]);
      for (const url of variants) expect((await world.get(url, reader)).status).toBe(404);
      expect((await world.request('HEAD', original, reader)).status).toBe(404);
      expect((await world.get(original, staff)).headers['cache-control']).toBe('private, no-store');
    }
    expect((await offer(world, upload, { download: 'original', licence: 'cc0' }, author)).status).toBe(200);
    const shown = await world.ok('GET /uploads/:uploadId', { params: { uploadId: upload.id } });
    expect(shown.files[0]).toMatchObject({
      terms: { download: 'original', licence: 'cc0' },
      originalUrl: original,
      downloadUrl: `${original}?download`,
    });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const key = original.slice('/files/'.length);
    const stored = await buffer((await world.ctx.storage.read(key))!.body);
    const saved = await world.app.inject({ url: shown.files[0]!.downloadUrl! });
    expect(saved.rawPayload.equals(stored)).toBe(true);
    expect(saved.headers['content-disposition']).toContain('filename="My take.wav"');
    // Taken back, it is closed again at once.
    await offer(world, upload, { download: 'stream', licence: 'cc0' }, author);
    expect(await statuses()).toEqual([404, 404, 200, 200]);
  });

  it('that are not for download are played and not saved, but by their author and staff', async () => {
    const world = worlds[place];
    const author = await world.member();
    const upload = await uploadOf(world, author, { download: 'off', licence: 'all-rights-reserved' });
    const [file] = upload.files;
    expect(file).toMatchObject({ downloadUrl: null, originalUrl: null });
    expect((await world.get(file!.url!)).status).toBe(200);
    const save = `${file!.url}?download`;
    const reader = await world.member();
    for (const as of [null, reader])
      expect(await world.get(save, as)).toMatchObject({ status: 403, body: { code: 'download_off' } });
    for (const as of [author, await world.member({ admin: true })])
      expect((await world.get(save, as)).status).toBe(200);
  });
});

it('the choice is its author’s alone, holds for videos too, and stays with a track whose sound is exchanged', async () => {
  const world = worlds.disk;
  const author = await world.member({ createdAt: new Date('2020-01-01') });
  const film = await uploadOf(world, author, { download: 'original', licence: 'cc-by-nc' }, 'video');
  expect(film.files[0]!.downloadUrl).toBe(`${film.files[0]!.originalUrl}?download`);
  const upload = await uploadOf(world, author, { download: 'original', licence: 'cc-by-sa' });
  const off = { download: 'off', licence: 'cc-by' } as const;
  expect((await offer(world, upload, off, null)).status).toBe(401);
  for (const as of [await world.member(), await world.member({ admin: true })])
    expect(await offer(world, upload, off, as)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await offer(world, upload, { ...off, licence: 'mine' as 'cc-by' }, author)).status).toBe(400);
  const missing = { params: { uploadId: upload.id, trackId: randomUUID() }, body: off };
  await world.refused('PUT /uploads/:uploadId/tracks/:trackId/terms', missing, author, 'track_not_found');
  const before = upload.files[0]!;
  const params = { uploadId: upload.id, trackId: before.trackId };
  const fileId = await processed(world, author);
  const after = await world.ok(
    'POST /uploads/:uploadId/tracks/:trackId/versions',
    { params, body: { fileId } },
    author,
  );
  expect(after.files[0]).toMatchObject({ id: fileId, terms: { download: 'original', licence: 'cc-by-sa' } });
  // The exchanged original is nobody else's any more.
  expect((await world.get(before.originalUrl!)).status).toBe(404);
  expect(path.extname((await world.ok('GET /uploads/:uploadId', { params })).files[0]!.downloadUrl!)).toBe(
    '.wav?download',
  );
});

it('of a held or removed upload nothing is downloaded, whatever was offered', async () => {
  const world = worlds.disk;
  const author = await world.member();
  const upload = await uploadOf(world, author, { download: 'original', licence: 'cc0' });
  const url = upload.files[0]!.downloadUrl!;
  expect((await world.get(url)).status).toBe(200);
  await world.ok('DELETE /uploads/:uploadId', { params: { uploadId: upload.id }, body: {} }, author);
  expect((await world.get(url)).status).toBe(404);
  await world.refused(
    'PUT /uploads/:uploadId/tracks/:trackId/terms',
    { params: { uploadId: upload.id, trackId: upload.files[0]!.trackId }, body: defaultTerms },
    author,
    'forbidden',
  );
});
