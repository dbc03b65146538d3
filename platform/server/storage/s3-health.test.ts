import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeS3Storage } from './s3.ts';
import { type Storage, StorageGone } from './storage.ts';

/** A store that answers, freezes (it accepts and never answers), stops in the middle of a file, or is in trouble. */
type Mode = 'works' | 'frozen' | 'stalls' | 'trouble';
const CONTENT = Buffer.alloc(300_000, 7);
let mode: Mode = 'works';
let asked = 0;
let server: Server;
let storage: Storage;

function answer(_request: IncomingMessage, response: ServerResponse): void {
  asked++;
  if (mode === 'frozen') return;
  if (mode === 'trouble') return void response.writeHead(503).end();
  response.writeHead(200, { 'content-length': CONTENT.length, 'content-type': 'audio/mpeg' });
  if (mode === 'stalls') response.write(CONTENT.subarray(0, 1000));
  else response.end(CONTENT);
}

beforeAll(async () => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  storage = makeS3Storage(
    {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      bucket: 'looproom',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    },
    { answerMs: 500, probeEveryMs: 50 },
  );
});
afterEach(async () => {
  mode = 'works';
  await vi.waitFor(read, { timeout: 20_000, interval: 60 });
});
afterAll(() => {
  storage.close();
  server.closeAllConnections();
  server.close();
});

const read = async (): Promise<Buffer> => await buffer((await storage.read('audio/one.mp3'))!.body);
const works = (): Promise<boolean> =>
  read().then(
    () => true,
    () => false,
  );

/** Every call of a storage that asks the store. */
const calls: Readonly<Record<string, () => Promise<unknown>>> = {
  stat: () => storage.stat('audio/one.mp3'),
  read: () => read(),
  remove: () => storage.remove('audio/one.mp3'),
  put: () => storage.put('audio/one.mp3', Buffer.from('x'), { contentType: 'audio/mpeg' }),
};

describe('a store that is frozen', () => {
  test.each(Object.keys(calls))('is given up: %s', async (name) => {
    mode = 'frozen';
    await expect(calls[name]!()).rejects.toThrow(StorageGone);
  });

  test('is asked by nobody while it is down, but for one probe at a time', async () => {
    mode = 'frozen';
    await expect(read()).rejects.toThrow('in time');
    asked = 0;
    for (let count = 0; count < 100; count++) await expect(read()).rejects.toThrow('is down');
    expect(asked).toBeLessThanOrEqual(1);
  });

  test('is used again once a probe is answered', async () => {
    mode = 'frozen';
    await expect(read()).rejects.toThrow(StorageGone);
    mode = 'works';
    await expect.poll(works, { timeout: 20_000, interval: 60 }).toBe(true);
    expect(await read()).toEqual(CONTENT);
  });
});

test('a store that answers 503 is down too', async () => {
  mode = 'trouble';
  await expect(read()).rejects.toThrow(StorageGone);
  await expect(read()).rejects.toThrow('is down');
});

test('a file that stops in the middle is given up, and no reader waits for it', async () => {
  mode = 'stalls';
  await expect(read()).rejects.toThrow('stopped in the middle');
});

test('a reader may wait for as long as it likes', async () => {
  const stored = await storage.read('audio/one.mp3');
  await wait(1200);
  expect(await buffer(stored!.body)).toEqual(CONTENT);
});
