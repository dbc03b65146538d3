import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { readConfig } from '#platform/server/config.ts';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { processAudio } from '#platform/server/media/audio/audio.ts';
import { decodeSound } from '#platform/server/media/audio/decode-sound.ts';
import { fileArgument, findDecoder, runDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { openSite } from '#site/server/site.ts';
import { familyCpuSeconds } from '../processes.ts';
import { less } from '../rows.ts';
import { inProcess, serve } from '../worker.ts';

/** What one process of its own does and measures, in a folder that is left empty. */
type Work =
  | { readonly kind: 'pictures'; readonly by: 'site' | 'sharp'; readonly files: readonly string[]; readonly at: number }
  | { readonly kind: 'sound'; readonly by: 'site' | 'site, with the stream' | 'ffmpeg'; readonly file: string };

/** What it took. */
interface Taken {
  readonly seconds: number;
  /** Seconds of CPU, its programs' too; null where there is no `/proc`. */
  readonly cpu: number | null;
}

/** Does several works by turns, each in a process of its own, so that noise of the machine meets all alike. @returns what the rounds took together */
export async function byTurns(folder: string, rounds: number, works: readonly Work[]): Promise<Taken[]> {
  const taken = works.map(() => ({ seconds: 0, cpu: 0 as number | null }));
  for (let turn = 0; turn < rounds * works.length; turn++) {
    const work = works[turn % works.length]!;
    const process = inProcess(import.meta.filename);
    const { seconds, cpu } = await process.ask<Taken>({ ...work, folder });
    process.close();
    const sum = taken[turn % works.length]!;
    sum.seconds += seconds;
    sum.cpu = sum.cpu === null || cpu === null ? null : sum.cpu + cpu;
    console.log(`  ${work.kind}, ${work.by}: ${seconds.toFixed(1)} s (${cpu?.toFixed(1) ?? '?'} s of CPU)`);
  }
  return taken;
}

const never = new AbortController().signal;

/** Does something to each of a list, so many at a time. */
async function each<T>(list: readonly T[], at: number, action: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  const line = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await action(one);
  };
  await Promise.all(Array.from({ length: at }, line));
}

async function measured(action: () => Promise<void>): Promise<Taken> {
  const before = familyCpuSeconds(process.pid);
  const started = performance.now();
  await action();
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpu: less(familyCpuSeconds(process.pid), before) };
}

/** The whole job of the site: from the stored file to renditions in the storage and their rows. */
async function picturesBySite(folder: string, files: readonly string[], at: number): Promise<Taken> {
  // Not above: it changes sharp's settings, which the other one has as they are.
  const { processFile } = await import('#content/media/server/processing/process.ts');
  const config = readConfig({ DATA_DIR: folder, PORT: '3999' });
  const site = await openSite(config, pino({ level: 'error' }), { pages: false, work: false });
  try {
    await setSiteSetting(site.ctx, 'quotaMegabytes', 100_000);
    const owner = await makeMember(site.ctx);
    const ids: string[] = [];
    for (const file of files) ids.push(await makeFile(site.ctx, owner, await readFile(file)));
    return await measured(() => each(ids, at, (id) => processFile(site.ctx, id)));
  } finally {
    await site.close();
  }
}

/** The same pictures by the library's documented way: one reader, a clone for each output, all outputs at once. */
async function picturesBySharp(folder: string, files: readonly string[], at: number): Promise<Taken> {
  let count = 0;
  return await measured(() =>
    each(files, at, async (file) => {
      const place = path.join(folder, String(count++));
      await mkdir(place);
      const source = sharp(file).autoOrient();
      const shown = [320, 640, 1024, 1600, 2400].map((width) =>
        source
          .clone()
          .resize({ width })
          .webp({ quality: 80, effort: 4 })
          .toFile(path.join(place, `w${width}.webp`)),
      );
      const full = source.clone().webp({ quality: 85, effort: 2 }).toFile(path.join(place, 'original.webp'));
      await Promise.all([...shown, full]);
    }),
  );
}

async function sound(folder: string, { by, file }: Work & { kind: 'sound' }): Promise<Taken> {
  const decoder = findDecoder()!;
  if (by === 'ffmpeg') {
    const args = ['-nostdin', '-i', fileArgument(file), '-af', 'ebur128=peak=true', '-f', 'null', '-'];
    return await measured(() => runDecoder({ program: decoder.ffmpeg, args, signal: never, seconds: 1000 }));
  }
  if (by === 'site, with the stream') return await measured(async () => void (await processAudio(file, folder, never)));
  return await measured(async () => void (await decodeSound(decoder, await probe(decoder, file, never), file, never)));
}

async function run({ folder, ...work }: Work & { readonly folder: string }): Promise<Taken> {
  const place = await mkdtemp(path.join(folder, 'work-'));
  try {
    if (work.kind === 'sound') return await sound(place, work);
    return await (work.by === 'site' ? picturesBySite : picturesBySharp)(place, work.files, work.at);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

serve(import.meta.filename, run);
