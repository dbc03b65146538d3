import { execFile } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { media } from '#contract/limits/media.ts';
import type { OwnFile } from '#contract/media.ts';
import { TransferClient } from '#server/features/media/fixtures.ts';
import { wavOf } from '#server/testing/wav.ts';
import { cpuSeconds, endedCpuSeconds, residentMb } from '../processes.ts';
import { type RunningSite, startSite } from '../server.ts';
import { mediaFolder } from './interleaved.ts';
import type { SeededFiles } from './seed.ts';

/** A large transfer in parts of 8 MB over HTTP, against `cp` and `sha256sum` of the same file. */
export interface TransferResult {
  readonly megabytes: number;
  readonly siteSeconds: number;
  readonly copySeconds: number;
  readonly ratio: number;
  /** Seconds of CPU of the site alone, and of both programs; null where there is no `/proc`. */
  readonly siteCpu: number | null;
  readonly copyCpu: number | null;
  /** MB by which the site's memory grew at most; null where there is no `/proc`. */
  readonly growthMb: number | null;
  /** Kills in the middle of a part that a second transfer of the file survived, with the same checksum at its end. */
  readonly kills: number;
}

const MEGABYTE = 1024 * 1024;
const ROUNDS = 3;
const KILLS = 5;

/** A sound whose head says how long it is, and whose content repeats only every megabyte. */
async function makeLarge(file: string, megabytes: number): Promise<void> {
  const handle = await open(file, 'w');
  try {
    const part = wavOf(MEGABYTE);
    for (let at = 0; at < megabytes; at++) {
      part.writeUInt32LE(at, MEGABYTE - 4);
      await handle.write(part);
    }
    const sizes = Buffer.alloc(4);
    sizes.writeUInt32LE(megabytes * MEGABYTE - 8);
    await handle.write(sizes, 0, 4, 4);
    sizes.writeUInt32LE(megabytes * MEGABYTE - 44);
    await handle.write(sizes, 0, 4, 40);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function copyAndSum(file: string): Promise<{ seconds: number; cpu: number | null; sha256: string }> {
  const copy = `${file}.copy`;
  const before = endedCpuSeconds(process.pid);
  const started = performance.now();
  await promisify(execFile)('cp', [file, copy]);
  const { stdout } = await promisify(execFile)('sha256sum', [copy]);
  const seconds = (performance.now() - started) / 1000;
  const after = endedCpuSeconds(process.pid);
  await rm(copy);
  return { seconds, cpu: before === null || after === null ? null : after - before, sha256: stdout.split(' ')[0]! };
}

/** Sends the parts of a file from an offset on, until the end or until `until` says so. @returns the new offset */
async function send(
  client: TransferClient,
  location: string,
  handle: FileHandle,
  from: number,
  bytes: number,
): Promise<void> {
  const part = Buffer.alloc(media.chunkBytes);
  for (let at = from; at < bytes;) {
    const { bytesRead } = await handle.read(part, 0, part.length, at);
    const answer = await client.patch(location, at, part.subarray(0, bytesRead));
    if (answer.status !== 204) throw new Error(`A part was answered with ${answer.status}.`);
    at += bytesRead;
  }
}

async function begin(client: TransferClient, bytes: number): Promise<string> {
  const location = (await client.create(bytes, { filename: 'large.wav' })).headers.get('location');
  if (location === null) throw new Error('The upload was refused.');
  return location;
}

/** The checksum of a transferred file at the site; the file is then deleted. */
async function sumOf(client: TransferClient, location: string, cookie: string): Promise<string> {
  const address = new URL(location.replace('/uploads', ''), client.base);
  const { sha256 } = (await (await fetch(address, { headers: { cookie } })).json()) as OwnFile;
  await fetch(address, { method: 'DELETE', headers: { cookie } });
  return sha256;
}

/** Watches a process's memory. @returns reads the largest growth in MB */
function watchMemory(pid: number): () => number | null {
  const before = residentMb(pid);
  let most = before ?? 0;
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid) ?? 0)), 50);
  return () => {
    clearInterval(timer);
    return before === null ? null : most - before;
  };
}

/** Measures by turns, then kills the site in the middle of another transfer. @throws when a checksum differs */
export async function compareTransfer(seeded: SeededFiles, megabytes: number): Promise<TransferResult> {
  const file = path.join(mediaFolder, 'large.wav');
  await makeLarge(file, megabytes);
  const bytes = megabytes * MEGABYTE;
  // The file is processed by nobody: that is measured apart.
  const start = (): Promise<RunningSite> =>
    startSite({ dataDir: seeded.dataDir, databaseUrl: '', environment: { MEDIA_WORKERS: '0' } });
  const handle = await open(file, 'r');
  let site = await start();
  const client = (): TransferClient => new TransferClient(site.address, seeded);
  try {
    // What the first transfer loads and caches is no growth by the second.
    await sumOf(client(), await small(client()), seeded.cookie);
    const times: { site: number[]; copy: number[] } = { site: [], copy: [] };
    const cpu: { site: number[]; copy: number[] } = { site: [], copy: [] };
    let growthMb: number | null = null;
    let sha256 = '';
    for (let round = 0; round < ROUNDS; round++) {
      const copied = await copyAndSum(file);
      sha256 = copied.sha256;
      const growth = watchMemory(site.pid);
      const before = cpuSeconds(site.pid);
      const started = performance.now();
      const location = await begin(client(), bytes);
      await send(client(), location, handle, 0, bytes);
      const seconds = (performance.now() - started) / 1000;
      growthMb = Math.max(growthMb ?? 0, growth() ?? 0);
      if ((await sumOf(client(), location, seeded.cookie)) !== sha256) throw new Error('The checksums differ.');
      times.site.push(seconds);
      const after = cpuSeconds(site.pid);
      if (before !== null && after !== null) cpu.site.push(after - before);
      if (copied.cpu !== null) cpu.copy.push(copied.cpu);
      times.copy.push(copied.seconds);
      console.log(`  ${megabytes} MB: site ${seconds.toFixed(1)} s, cp and sha256sum ${copied.seconds.toFixed(1)} s`);
    }
    const location = await begin(client(), bytes);
    for (let kill = 1; kill <= KILLS; kill++) {
      const from = await offsetOf(client(), location);
      const work = send(client(), location, handle, from, bytes).catch(() => null);
      while ((await offsetSeen(seeded, location)) < (bytes / (KILLS + 1)) * kill) await sleep(20);
      await site.kill();
      await work;
      site = await start();
    }
    await send(client(), location, handle, await offsetOf(client(), location), bytes);
    if ((await sumOf(client(), location, seeded.cookie)) !== sha256) throw new Error('The checksums differ.');
    const mean = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0) / values.length;
    const [siteSeconds, copySeconds] = [mean(times.site), mean(times.copy)];
    const [siteCpu, copyCpu] = [cpu.site, cpu.copy].map((one) => (one.length > 0 ? mean(one) : null)) as [
      number | null,
      number | null,
    ];
    const ratio = siteSeconds / copySeconds;
    return { megabytes, siteSeconds, copySeconds, ratio, siteCpu, copyCpu, growthMb, kills: KILLS };
  } finally {
    await handle.close();
    await site.stop();
    await rm(file);
  }
}

async function small(client: TransferClient): Promise<string> {
  const content = wavOf(media.chunkBytes);
  const location = await begin(client, content.length);
  await client.patch(location, 0, content);
  return location;
}

async function offsetOf(client: TransferClient, location: string): Promise<number> {
  return Number((await client.head(location)).headers.get('upload-offset'));
}

/** How much of a transfer is on the disk, without a request to the site: a request would end the pending part. */
async function offsetSeen({ dataDir }: SeededFiles, location: string): Promise<number> {
  const handle = await open(path.join(dataDir, 'uploads', location.split('/').at(-1)!), 'r');
  try {
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
