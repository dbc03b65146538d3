import { execFile } from 'node:child_process';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { media } from '#content/media/contract/limits.ts';
import type { OwnFile } from '#content/media/contract/endpoints.ts';
import { TransferClient } from '#content/media/server/fixtures.ts';
import { wavOf } from '#site/testing/wav.ts';
import { cpuSeconds, endedCpuSeconds, residentMb } from '../processes.ts';
import { type Place, folder } from '../place.ts';
import { type Row, less, mean, short } from '../rows.ts';
import { type RunningSite, startSite } from '../server.ts';

/** A site with a member who may upload anything, and one public file. */
export interface SeededFiles extends Place {
  readonly cookie: string;
  /** Path of the public file's address. */
  readonly publicFile: string;
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
  const cpu = less(endedCpuSeconds(process.pid), before);
  await rm(copy);
  return { seconds, cpu, sha256: stdout.split(' ')[0]! };
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

/**
 * A large transfer in parts of 8 MB over HTTP, by turns with `cp` and `sha256sum` of the same file. Then the site is killed
 * in the middle of another transfer. @throws when a checksum differs
 */
export async function compareTransfer(
  seeded: SeededFiles,
  megabytes: number,
  limits: { readonly transfer: number; readonly transferGrowthMb: number },
): Promise<Row[]> {
  const file = path.join(folder, 'large.wav');
  await makeLarge(file, megabytes);
  const bytes = megabytes * MEGABYTE;
  // The file is processed by nobody: that is measured apart.
  const start = (): Promise<RunningSite> => startSite({ ...seeded, environment: { MEDIA_WORKERS: '0' } });
  const handle = await open(file, 'r');
  let site = await start();
  const client = (): TransferClient => new TransferClient(site.address, seeded);
  const check = async (location: string, sha256: string): Promise<void> => {
    if ((await sumOf(client(), location, seeded.cookie)) !== sha256) throw new Error('The checksums differ.');
  };
  try {
    // What the first transfer loads and caches is no growth by the second.
    await sumOf(client(), await small(client()), seeded.cookie);
    const [ours, copies]: [(number | null)[][], (number | null)[][]] = [[], []];
    let growthMb: number | null = null;
    let sha256 = '';
    for (let round = 0; round < ROUNDS; round++) {
      const copied = await copyAndSum(file);
      ({ sha256 } = copied);
      const growth = watchMemory(site.pid);
      const before = cpuSeconds(site.pid);
      const started = performance.now();
      const location = await begin(client(), bytes);
      await send(client(), location, handle, 0, bytes);
      ours.push([(performance.now() - started) / 1000, less(cpuSeconds(site.pid), before)]);
      copies.push([copied.seconds, copied.cpu]);
      growthMb = Math.max(growthMb ?? 0, growth() ?? 0);
      await check(location, sha256);
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
    await check(location, sha256);
    const [[seconds, cpu], [copySeconds, copyCpu]] = [ours, copies].map((rounds) =>
      [0, 1].map((column) => mean(rounds.map((round) => round[column] ?? Number.NaN))),
    ) as [[number, number], [number, number]];
    const what = `upload of ${megabytes} MB, by cp and sha256sum`;
    const more = `${short(seconds)} and ${short(copySeconds)} s, ${short(cpu)} and ${short(copyCpu)} s of CPU; survived ${KILLS} kills`;
    return [
      { what, value: seconds / copySeconds, unit: 'times', most: limits.transfer, more },
      { what: 'memory, upload', value: growthMb, unit: 'MB', most: limits.transferGrowthMb },
    ];
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
