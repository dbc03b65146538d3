import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OwnFile } from '#content/media/contract/endpoints.ts';
import { packageRoot, readConfig } from '#platform/server/config.ts';
import { killServer } from '#platform/server/db/child/child-server.ts';
import { type FixtureMember, makeMember } from '#people/accounts/server/fixtures.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { openSite } from '#site/server/site.ts';
import { wavOf } from '#site/testing/wav.ts';
import { cleanFiles } from '#content/media/server/cleaning.ts';
import { TransferClient } from '#content/media/server/fixtures.ts';
import { knownKeys } from '#content/media/server/store.ts';

let place: string;
let folder: string;
let owner: FixtureMember;
let site: ChildProcess | null = null;

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'looproom-restarts-'));
  folder = path.join(place, 'data');
  const config = readConfig({ DATA_DIR: folder, PORT: '3999' });
  const first = await openSite(config, pino({ level: 'silent' }), { pages: false, work: false });
  owner = await makeMember(first.ctx);
  await first.close();
});
afterAll(async () => {
  await kill();
  await killServer(path.join(folder, 'postgres'));
  await rm(place, { recursive: true, force: true });
});

/** Starts the site in a process of its own. @param search where it finds programs, such as ffmpeg @returns its address */
async function start(search = process.env['PATH'] ?? ''): Promise<string> {
  const cache = process.env['NODE_COMPILE_CACHE'] ?? path.join(place, 'compiled');
  site = spawn(process.execPath, [path.join(packageRoot(), 'site/testing/site-child.ts')], {
    env: {
      PATH: search,
      NODE_COMPILE_CACHE: cache,
      DATA_DIR: folder,
      PORT: '0',
      SITE_URL: 'http://localhost:3999',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(site.stdout!, 'data')) as [Buffer];
  return line.toString().trim();
}

async function kill(): Promise<void> {
  if (!site) return;
  const gone = once(site, 'exit');
  site.kill('SIGKILL');
  await gone;
  site = null;
}

/** One of the owner's files, as the site answers it. */
async function fileOf(client: TransferClient, id: string): Promise<OwnFile> {
  const answer = await fetch(new URL(`/api/v1/files/${id}`, client.base), { headers: { cookie: owner.cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as OwnFile;
}

/** Three minutes of sound are transferred there, and nobody asks for their waveform. */
const NO_PROGRAMS = '';

test('a transfer whose site is killed twice resumes each time, and its checksum is that of the file', async () => {
  const content = wavOf(16_000_000);
  const part = content.length / 4;
  let client = new TransferClient(await start(NO_PROGRAMS), owner);
  const location = (await client.create(content.length, { filename: 'long take.wav' })).headers.get('location')!;
  /** Bytes that are on the disk. */
  const received = async (): Promise<number> => {
    const names = await readdir(path.join(folder, 'uploads'));
    const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, 'uploads', name))).size));
    return Math.max(0, ...sizes);
  };
  let before = 0;
  for (let round = 1; round <= 2; round++) {
    const offset = Number((await client.head(location)).headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(before);
    before = offset;
    // Slower than the kill, which so comes in the middle.
    const slow = new ReadableStream({
      async start(controller) {
        for (let at = offset; at < content.length; at += 500_000) {
          controller.enqueue(content.subarray(at, Math.min(at + 500_000, content.length)));
          await wait(at - offset < part ? 5 : 400);
        }
        controller.close();
      },
    });
    const broken = client.patch(location, offset, slow).then(
      (answer) => answer.status,
      () => 'broken',
    );
    // However slow the machine is, a share of it has arrived, and the rest has not.
    await vi.waitFor(async () => expect(await received()).toBeGreaterThan(offset + part / 2), {
      timeout: 30_000,
      interval: 20,
    });
    await kill();
    expect(await broken).toBe('broken');
    client = new TransferClient(await start(NO_PROGRAMS), owner);
  }
  let offset = Number((await client.head(location)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(0);
  for (; offset < content.length; offset += 4_000_000)
    expect((await client.patch(location, offset, content.subarray(offset, offset + 4_000_000))).status).toBe(204);
  const id = location.split('/').at(-1)!;
  expect(await fileOf(client, id)).toMatchObject({
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    name: 'long take.wav',
  });
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
  await vi.waitFor(async () => expect(await fileOf(client, id)).toMatchObject({ processing: 'unavailable' }));
}, 240_000);

test.skipIf(!findDecoder())(
  'a site that is killed while it processes a sound shows nothing of it, and processes it again (needs ffmpeg)',
  async () => {
    await kill();
    const work = path.join(folder, 'work');
    await rm(work, { recursive: true, force: true });
    let client = new TransferClient(await start(), owner);
    // Long enough to be caught in the middle.
    const { id } = await client.transfer(wavOf(44 + 60 * 88_200), { filename: 'set.wav' });
    const begun = async (): Promise<string[]> => {
      const files = await readdir(work, { recursive: true }).catch(() => []);
      return files.filter((name) => name.endsWith('stream.m4a'));
    };
    await vi.waitFor(async () => expect(await begun()).toHaveLength(1), { timeout: 60_000, interval: 20 });
    await kill();
    client = new TransferClient(await start(), owner);
    expect(await fileOf(client, id)).toMatchObject({ processing: 'waiting', renditions: [], wave: null });
    const processed = async (): Promise<OwnFile> => {
      const file = await fileOf(client, id);
      expect(file.processing).toBe('done');
      return file;
    };
    const file = await vi.waitFor(processed, { timeout: 120_000, interval: 500 });
    expect(file.durationMs).toBe(60_000);
    expect(file.renditions.map((one) => one.name).toSorted()).toEqual(['stream', 'zoom']);
    // The second run removes its own folder soon after its file is done. What the killed one has left goes with the cleaning.
    await vi.waitFor(async () => expect(await begun()).toHaveLength(1), { timeout: 60_000, interval: 50 });
    await kill();
    expect(await begun()).toHaveLength(1);
    const quiet = await openSite(readConfig({ DATA_DIR: folder, PORT: '3999' }), pino({ level: 'silent' }), {
      pages: false,
      work: false,
    });
    try {
      const long = new Date(Date.now() - 3 * 3_600_000);
      for (const name of await readdir(work)) await utimes(path.join(work, name), long, long);
      await cleanFiles(quiet.ctx);
      expect(await readdir(work)).toEqual([]);
      const keys: string[] = [];
      for await (const stored of quiet.ctx.storage.list('')) keys.push(stored.key);
      expect(keys.toSorted()).toEqual([...(await knownKeys(quiet.ctx.db, keys))].toSorted());
    } finally {
      await quiet.close();
    }
  },
  300_000,
);
