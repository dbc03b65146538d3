import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnFile } from '#contract/media.ts';
import { packageRoot, readConfig } from '#server/config.ts';
import { type FixtureMember, makeMember } from '#server/features/accounts/fixtures.ts';
import { openSite } from '#server/site.ts';
import { wavOf } from '#server/testing/wav.ts';
import { UploadClient } from './fixtures.ts';

let folder: string;
let owner: FixtureMember;
let site: ChildProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'looproom-restarts-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '3999' });
  const first = await openSite(config, pino({ level: 'silent' }), { pages: false, work: false });
  owner = await makeMember(first.ctx);
  await first.close();
});
afterAll(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the site in a process of its own. @returns its address */
async function start(): Promise<string> {
  site = spawn(process.execPath, [path.join(packageRoot(), 'server/testing/site-child.ts')], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, PORT: '0', SITE_URL: 'http://localhost:3999' },
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

test('an upload whose site is killed five times goes on each time, and its checksum is that of the file', async () => {
  const content = wavOf(24_000_000);
  const part = content.length / 6;
  let client = new UploadClient(await start(), owner);
  const location = (await client.create(content.length, { filename: 'long take.wav' })).headers.get('location')!;
  let before = 0;
  for (let round = 1; round <= 5; round++) {
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
    await wait(700);
    await kill();
    expect(await broken).toBe('broken');
    client = new UploadClient(await start(), owner);
  }
  let offset = Number((await client.head(location)).headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(10_000_000);
  for (; offset < content.length; offset += 4_000_000)
    expect((await client.patch(location, offset, content.subarray(offset, offset + 4_000_000))).status).toBe(204);
  const address = new URL(location.replace('/uploads', ''), client.base);
  const file = (await (await fetch(address, { headers: { cookie: owner.cookie } })).json()) as OwnFile;
  expect(file).toMatchObject({
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    name: 'long take.wav',
  });
  expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
}, 90_000);
