import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConfigError, readConfig } from '#platform/server/config.ts';
import { type S3Server, startS3Server } from '#site/testing/s3-server.ts';
import { makeDiskStorage } from './disk.ts';
import { makeS3Storage } from './s3.ts';
import { BadStorageKey, type Storage, StorageFull, StorageGone } from './storage.ts';

let folder: string;
let server: S3Server;
const storages: Record<'disk' | 's3', Storage> = {} as never;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-storage-'));
  server = await startS3Server();
  storages.s3 = makeS3Storage(server.settings);
  storages.disk = makeDiskStorage(path.join(folder, 'disk'));
});
afterAll(async () => {
  for (const storage of Object.values(storages)) storage.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const listed = async (storage: Storage, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const file of storage.list(prefix)) keys.push(file.key);
  return keys;
};

/** A content that breaks off after a while, as a lost connection does. */
async function* broken(bytes: number, error: Error): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536, 1);
  throw error;
}

describe.each(['disk', 's3'] as const)('on %s', (name) => {
  const text = Buffer.from('the loop goes round and round');
  const put = (key: string, content: Readable | Uint8Array = text, contentType = 'audio/mpeg') =>
    storages[name].put(key, content, { contentType });

  test('what was put comes back, with its length and type', async () => {
    const stored = await put('audio/one.mp3');
    expect(stored).toMatchObject({ key: 'audio/one.mp3', bytes: text.length, contentType: 'audio/mpeg' });
    const file = await storages[name].read('audio/one.mp3');
    expect(file?.bytes).toBe(text.length);
    expect(await buffer(file!.body)).toEqual(text);
    expect(await storages[name].stat('audio/one.mp3')).toMatchObject({ bytes: text.length, contentType: 'audio/mpeg' });
  });

  test('a part is read alone, and still comes with the length of the whole', async () => {
    await put('audio/part.mp3');
    const stored = await storages[name].read('audio/part.mp3', { start: 4, end: 7 });
    expect(stored?.bytes).toBe(text.length);
    expect((await buffer(stored!.body)).toString()).toBe('loop');
    const tail = await storages[name].read('audio/part.mp3', { start: text.length - 5, end: text.length - 1 });
    expect((await buffer(tail!.body)).toString()).toBe('round');
  });

  test('a file, or a part of it, is sent into a stream, and one that is not there begins nothing', async () => {
    await put('audio/sent.mp3', Buffer.alloc(700_000, 'abcdefg'));
    const sent = async (range: { start: number; end: number } | null): Promise<Buffer> => {
      const target = new PassThrough();
      const [content] = await Promise.all([buffer(target), storages[name].send('audio/sent.mp3', range, () => target)]);
      return content;
    };
    expect((await sent(null)).equals(Buffer.alloc(700_000, 'abcdefg'))).toBe(true);
    expect((await sent({ start: 3, end: 9 })).toString()).toBe('defgabc');
    expect((await sent({ start: 300_000, end: 699_999 })).length).toBe(400_000);
    const begin = vi.fn<() => PassThrough>();
    expect(await storages[name].send('audio/none.mp3', null, begin)).toBe(false);
    expect(begin).not.toHaveBeenCalled();
  });

  test('many at once are sent each their own bytes', async () => {
    const contents = Array.from({ length: 12 }, (_, at) => Buffer.alloc(900_000, `${at}-`));
    for (const [at, content] of contents.entries()) await put(`audio/many-${at}.mp3`, content);
    const http = createServer((request, response) => {
      void storages[name].send(`audio/many-${request.url!.slice(1)}.mp3`, null, () => response.writeHead(200));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        contents.map(async (content, at) => {
          const answer = await fetch(`http://127.0.0.1:${port}/${at}`);
          expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
        }),
      );
    }
    http.closeAllConnections();
    http.close();
  });

  test('a file of the same key is replaced', async () => {
    await put('images/again.webp', Buffer.from('old'), 'image/png');
    await put('images/again.webp', Buffer.from('newer'), 'image/webp');
    expect(await storages[name].stat('images/again.webp')).toMatchObject({ bytes: 5, contentType: 'image/webp' });
  });

  test.each([0, 1, 8 * 1024 * 1024, 20 * 1024 * 1024 + 17])('a stream of %i bytes arrives whole', async (bytes) => {
    const content = randomBytes(bytes);
    const chunks = function* (): Generator<Buffer> {
      for (let at = 0; at < bytes; at += 70_001) yield content.subarray(at, at + 70_001);
    };
    const stored = await put(`videos/${bytes}.mp4`, Readable.from(chunks()), 'video/mp4');
    expect(stored.bytes).toBe(bytes);
    const file = await storages[name].read(`videos/${bytes}.mp4`);
    expect((await buffer(file!.body)).equals(content)).toBe(true);
  });

  test('a content that breaks off leaves nothing, however much had come', async () => {
    for (const bytes of [100_000, 18 * 1024 * 1024]) {
      const cut = new Error('cut off');
      await expect(put('videos/cut.mp4', Readable.from(broken(bytes, cut)))).rejects.toThrow('cut off');
    }
    expect(await storages[name].stat('videos/cut.mp4')).toBeNull();
    expect(await listed(storages[name], 'videos/cut')).toEqual([]);
  });

  test('a finished file of this machine is taken over, and gone from its place', async () => {
    const file = path.join(folder, `finished-${name}`);
    const content = randomBytes(9 * 1024 * 1024);
    await writeFile(file, content);
    expect(await storages[name].take('audio/taken.wav', file, { contentType: 'audio/wav' })).toMatchObject({
      bytes: content.length,
      contentType: 'audio/wav',
    });
    await expect(stat(file)).rejects.toThrow('ENOENT');
    const local = await storages[name].localFile('audio/taken.wav', folder);
    expect((await readFile(local!)).equals(content)).toBe(true);
  });

  test('what is not there is null, and removing it is no error', async () => {
    expect(await storages[name].read('audio/none.mp3')).toBeNull();
    expect(await storages[name].stat('audio/none.mp3')).toBeNull();
    expect(await storages[name].localFile('audio/none.mp3', folder)).toBeNull();
    await storages[name].remove('audio/none.mp3');
    await put('audio/some.mp3');
    await storages[name].remove('audio/some.mp3');
    expect(await storages[name].stat('audio/some.mp3')).toBeNull();
  });

  test('a list has the keys under a prefix, in order, and no other', async () => {
    for (const key of ['list/b/2', 'list/c', 'list/a', 'list/b/10', 'listing/x']) await put(key);
    expect(await listed(storages[name], 'list/')).toEqual(['list/a', 'list/b/10', 'list/b/2', 'list/c']);
    expect(await listed(storages[name], 'list/b/')).toEqual(['list/b/10', 'list/b/2']);
    expect(await listed(storages[name], 'nothing/')).toEqual([]);
  });

  test.each(['', '/a', '../a', 'a/../b', 'a//b', 'a/.hidden', 'a.meta', 'a b', 'ä', 'a\\b', `a/${'x'.repeat(500)}`])(
    'the key %j is refused',
    async (key) => {
      await expect(put(key)).rejects.toThrow(BadStorageKey);
      await expect(storages[name].read(key)).rejects.toThrow(BadStorageKey);
    },
  );

  test('a reader who leaves early keeps nothing open', async () => {
    await put('videos/long.mp4', Readable.from([Buffer.alloc(4 * 1024 * 1024)]));
    const before = (await readdir('/proc/self/fd')).length;
    for (let at = 0; at < 20; at++) {
      const stored = await storages[name].read('videos/long.mp4');
      stored!.body.once('data', () => stored!.body.destroy());
      await new Promise((resolve) => stored!.body.once('close', resolve));
    }
    await expect.poll(async () => (await readdir('/proc/self/fd')).length, { timeout: 5000 }).toBeLessThan(before + 5);
  });
});

describe('the disk', () => {
  const room = (free: number) => async () => ({ free, total: 100_000, reserve: 1000 });

  test('refuses a write before it is full, and says so', async () => {
    const small = path.join(folder, 'small');
    const storage = makeDiskStorage(small, room(1500));
    await storage.put('audio/fits.mp3', Buffer.alloc(400), { contentType: 'audio/mpeg' });
    const tooMuch = storage.put('audio/more.mp3', Buffer.alloc(600), { contentType: 'audio/mpeg' });
    await expect(tooMuch).rejects.toThrow(StorageFull);
    const refused = storage.put('audio/long.mp3', Readable.from([]), { contentType: 'audio/mpeg', bytes: 600 });
    await expect(refused).rejects.toThrow(StorageFull);
    expect(await readdir(path.join(small, 'audio'))).toEqual(['fits.mp3', 'fits.mp3.meta']);
  });

  test('leaves nothing of a file that filled it', async () => {
    const storage = makeDiskStorage(path.join(folder, 'full'));
    const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const write = storage.put('audio/full.wav', Readable.from(broken(300_000, noSpace)), { contentType: 'audio/wav' });
    await expect(write).rejects.toThrow(StorageFull);
    expect(await readdir(path.join(folder, 'full/audio'))).toEqual([]);
  });

  test('reports its space', async () => {
    const space = await storages.disk.space();
    expect(space!.free).toBeGreaterThan(0);
    expect(space!.total).toBeGreaterThanOrEqual(space!.free);
    expect(space!.reserve).toBeLessThanOrEqual(1024 ** 3);
  });

  test('sweeps away what a killed process left, and nothing that is in use or fresh', async () => {
    const place = path.join(folder, 'swept');
    const storage = makeDiskStorage(place);
    await storage.put('audio/kept.mp3', Buffer.from('kept'), { contentType: 'audio/mpeg' });
    const old = new Date(Date.now() - 86_400_000);
    for (const left of ['lost.mp3.abc.part.meta', 'alone.mp3.meta', 'fresh.mp3.abc.part.meta'])
      await writeFile(path.join(place, 'audio', left), 'x');
    for (const left of ['lost.mp3.abc.part.meta', 'alone.mp3.meta', 'kept.mp3.meta'])
      await utimes(path.join(place, 'audio', left), old, old);
    await storage.sweep(new Date(Date.now() - 3_600_000));
    expect(await readdir(path.join(place, 'audio'))).toEqual(['fresh.mp3.abc.part.meta', 'kept.mp3', 'kept.mp3.meta']);
  });
});

describe('the store', () => {
  test('that does not answer is a gone storage, not a missing file', async () => {
    const storage = makeS3Storage({ ...server.settings, endpoint: 'http://127.0.0.1:9' });
    await expect(storage.stat('audio/one.mp3')).rejects.toThrow(StorageGone);
    await expect(storage.put('audio/one.mp3', Buffer.from('x'), { contentType: 'audio/mpeg' })).rejects.toThrow(
      StorageGone,
    );
  });

  test('without the bucket is a gone storage, not a missing file', async () => {
    const bare = await startS3Server([]);
    const storage = makeS3Storage(bare.settings);
    await expect(storage.put('a', Buffer.from('x'), { contentType: 'audio/mpeg' })).rejects.toThrow(StorageGone);
    storage.close();
    await bare.close();
  });

  test('keeps two parts of a long stream in memory, whatever its length', async () => {
    // A storage that held all of it in memory would be far beyond the bound below.
    const bytes = 160 * 1024 * 1024;
    const zeros = Buffer.alloc(1024 * 1024);
    let most = 0;
    const base = process.memoryUsage().arrayBuffers;
    const content = async function* (): AsyncGenerator<Buffer> {
      for (let sent = 0; sent < bytes; sent += zeros.length) {
        most = Math.max(most, process.memoryUsage().arrayBuffers - base);
        yield zeros;
        await wait(0);
      }
    };
    await storages.s3.put('videos/huge.mp4', Readable.from(content()), { contentType: 'video/mp4' });
    expect((await storages.s3.stat('videos/huge.mp4'))?.bytes).toBe(bytes);
    // The stand-in runs in this process and holds a copy of what it is sent.
    expect(most).toBeLessThan(100 * 1024 * 1024);
    await storages.s3.remove('videos/huge.mp4');
  });
});

describe('the settings', () => {
  const all = { S3_BUCKET: 'media', S3_REGION: 'eu-north-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test('without a bucket files lie in the data folder', () => {
    expect(readConfig({}).s3).toBeNull();
  });

  test('an endpoint brings the path style and a region', () => {
    expect(readConfig({ ...all, S3_REGION: '', S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toMatchObject({
      region: 'us-east-1',
      forcePathStyle: true,
    });
    expect(readConfig(all).s3).toMatchObject({ endpoint: null, region: 'eu-north-1', forcePathStyle: false });
  });

  test.each([
    [{ S3_REGION: 'eu-north-1' }, 'S3_REGION'],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_SECRET_ACCESS_KEY'],
    [{ ...all, S3_REGION: '' }, 'S3_REGION'],
    [{ ...all, S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID'],
    [{ ...all, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY'],
    [{ ...all, S3_BUCKET: 'Not A Bucket' }, 'S3_BUCKET'],
    [{ ...all, S3_ENDPOINT: 'storage.example.org' }, 'S3_ENDPOINT'],
    [{ ...all, S3_FORCE_PATH_STYLE: 'maybe' }, 'S3_FORCE_PATH_STYLE'],
    [{ MEDIA_WORKERS: '9' }, 'MEDIA_WORKERS'],
  ])('%j refuses to start and names %s', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(name);
  });
});
