import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeMember } from '#people/accounts/server/fixtures.ts';
import { claimFiles } from '#content/media/server/actions.ts';
import { makeFile } from '#content/media/server/fixtures.ts';
import { fileById } from '#content/media/server/store.ts';
import { setSiteSetting } from '#people/site-settings/server/store.ts';
import { openAnalyst } from '#platform/server/archive/analyse-thread.ts';
import { entryContent } from '#platform/server/archive/content.ts';
import { readDirectory, sorted } from '#platform/server/archive/directory.ts';
import { storedSource } from '#platform/server/archive/source.ts';
import { sql } from '#platform/server/db/database.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { photo, writeIn } from '#platform/server/media/testing/corpus.ts';
import { makeDiskStorage } from '#platform/server/storage/disk.ts';
import { findNginx, startNginx } from '#site/testing/nginx.ts';
import { wavOf } from '#site/testing/wav.ts';
import { zipOfParts } from '#site/testing/zip.ts';
import type { Budgets } from '../budgets.ts';
import { type LoadRequest, type Measure, drive } from '../load.ts';
import { fillSite, folder } from '../place.ts';
import { type Row, quantile, short } from '../rows.ts';
import { withSite } from '../server.ts';
import { type SeededFiles, compareTransfer } from './transfer.ts';
import { byTurns } from './work.ts';

const MEGABYTE = 1024 * 1024;

const seedFiles = (content: Uint8Array): Promise<SeededFiles> =>
  fillSite('files', '', async ({ ctx }) => {
    await setSiteSetting(ctx, 'uploadMegabytes', 4096);
    await setSiteSetting(ctx, 'quotaMegabytes', 100_000);
    const owner = await makeMember(ctx);
    const id = await makeFile(ctx, owner, content, { name: 'loop.wav' });
    // The original is served, as without a decoder.
    await ctx.db.rows(sql`UPDATE files SET processing = 'unavailable' WHERE id = ${id}`);
    // As part of an upload, whose bytes are recorded for its plays.
    const claim = { contentKind: 'upload', contentId: randomUUID(), guarded: false };
    await ctx.db.tx((tx) => claimFiles(ctx, tx, owner.profileId, [id], claim));
    return { cookie: owner.cookie, publicFile: `/files/${(await fileById(ctx.db, id))!.key}` };
  });

/** Different pictures, and rounds by turns. */
const DIFFERENT = 5;
const PICTURE_ROUNDS = 5;

/** Pictures of 12 megapixels, as many at a time as there are cores: the site's whole job, and sharp alone. */
async function comparePictures(count: number, least: number): Promise<Row[]> {
  const made: string[] = [];
  for (let index = 0; index < DIFFERENT; index++)
    made.push(await writeIn(folder, `photo-${index}.jpg`, await photo(4000, 3000)));
  const files = Array.from({ length: Math.ceil(count / PICTURE_ROUNDS) }, (_, index) => made[index % DIFFERENT]!);
  const work = { kind: 'pictures', files, at: availableParallelism() } as const;
  const both = [{ ...work, by: 'site' } as const, { ...work, by: 'sharp' } as const];
  const [site, sharp] = await byTurns(folder, PICTURE_ROUNDS, both);
  const more = `${short(site!.seconds)} and ${short(sharp!.seconds)} s, ${short(site!.cpu)} and ${short(sharp!.cpu)} s of CPU`;
  const what = `${files.length * PICTURE_ROUNDS} pictures, by sharp`;
  return [{ what, value: sharp!.seconds / site!.seconds, unit: 'times', least, more }];
}

const SOUND_ROUNDS = 3;

/** Ten minutes of sound: waveform, loudness and true peak, by ffmpeg's own loudness and true peak. Nothing without it. */
async function compareSound(most: number): Promise<Row[]> {
  const decoder = findDecoder();
  if (decoder === null) return [];
  const file = path.join(folder, 'ten-minutes.wav');
  // Loud and quiet parts with a beat, 44.1 kHz, 16 bits, stereo.
  const source = "anoisesrc=r=44100:d=600:c=pink:a=0.9:seed=7,volume='0.3+0.6*exp(-6*mod(t,0.5))':eval=frame";
  const make = ['-f', 'lavfi', '-i', `${source},aformat=channel_layouts=stereo`, '-c:a', 'pcm_s16le'];
  await promisify(execFile)(decoder.ffmpeg, ['-v', 'error', '-y', '-nostdin', ...make, file]);
  const ways = ['site', 'ffmpeg', 'site, with the stream'] as const;
  const works = ways.map((by) => ({ kind: 'sound' as const, by, file }));
  const [site, ffmpeg, stream] = await byTurns(folder, SOUND_ROUNDS, works);
  const more = `${short(site!.seconds)} and ${short(ffmpeg!.seconds)} s, ${short(site!.cpu)} and ${short(ffmpeg!.cpu)} s of CPU; with the stream ${short(stream!.seconds)} s`;
  const what = 'ten minutes of sound, by ffmpeg ebur128';
  return [{ what, value: site!.seconds / ffmpeg!.seconds, unit: 'times', most, more }];
}

const SOUNDS = 1000;
/** Bytes of a second of sound, 16 bits, mono, 44.1 kHz: a long one-shot. */
const SOUND_BYTES = 88_244;

/** A kit of 1,000 one-shots, in this process: its list, and the analysis of its sounds, the reading included. */
async function measureArchive(limits: Budgets['media']): Promise<Row[]> {
  const storage = makeDiskStorage(folder);
  const key = 'archives/kit.zip';
  const content = wavOf(SOUND_BYTES);
  const parts = Array.from({ length: SOUNDS }, (_, at) => ({
    name: `Kit/Folder ${at % 20}/sound ${at}.wav`,
    content,
    deflated: at % 2 === 1,
  }));
  const bytes = await (async () => {
    const zip = zipOfParts(parts);
    await storage.put(key, zip, { contentType: 'application/zip' });
    return zip.length;
  })();
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const listed = performance.now();
  const limitsOfZip = { entries: 20_000, unpackedBytes: 2 ** 40 };
  const entries = sorted((await readDirectory(storedSource(storage, key, bytes), limitsOfZip)).entries);
  const listMs = performance.now() - listed;
  const analyst = openAnalyst();
  const cpu = process.cpuUsage();
  for (const entry of entries) {
    const facts = await analyst.analyse(await entryContent(storage, { key, bytes }, entry), entry.bytes);
    if (facts.durationMs === null) throw new Error(`${entry.path} was not heard.`);
  }
  const { user, system } = process.cpuUsage(cpu);
  await analyst.close();
  clearInterval(watch);
  storage.close();
  const perSecond = entries.length / ((user + system) / 1e6);
  return [
    { what: `list of an archive with ${SOUNDS} sounds`, value: listMs, unit: 'ms', most: limits.archiveListMs },
    { what: 'its analysed sounds', value: perSecond, unit: 'a second of CPU', least: limits.archiveSounds },
    { what: 'memory, archive', value: (most - before) / MEGABYTE, unit: 'MB', most: limits.archiveGrowthMb },
  ];
}

const PLAYERS = 200;
const RANGE_BYTES = 256 * 1024;
const RANGE_ROUNDS = 5;
/** Bytes of the file that players ask for: five minutes at 256 kbit/s. */
const PLAYED_BYTES = 10 * MEGABYTE;

/** nginx as Debian's configuration has it: a worker for each core, sendfile, no log. Null where it is not installed. */
const serveByNginx = async (content: Uint8Array) =>
  findNginx() === null
    ? null
    : await startNginx(async ({ folder: root, port }) => {
        await writeFile(path.join(root, 'loop.wav'), content);
        await chmod(path.join(root, 'loop.wav'), 0o644);
        return `sendfile on; tcp_nopush on; keepalive_requests 1000000; server { listen 127.0.0.1:${port}; root ${root}; }`;
      });

/** Ranges of one public file to 200 players at once, by turns with nginx and the same file. */
async function compareRanges(seeded: SeededFiles, content: Uint8Array, seconds: number, least: number): Promise<Row[]> {
  const run = async ({ address, pid }: { address: string; pid: number }, file: string): Promise<Measure> => {
    const requests = Array.from({ length: 64 }, (_, index): LoadRequest => {
      const start = Math.floor((index * 0.618 * content.length) % (content.length - RANGE_BYTES));
      return { method: 'GET', path: file, headers: { range: `bytes=${start}-${start + RANGE_BYTES - 1}` } };
    });
    // Counted as a database is: the process with all its children.
    return await drive({ address, connections: PLAYERS, seconds, requests, status: 206 }, { app: pid, database: pid });
  };
  return await withSite(seeded, async (site) => {
    const nginx = await serveByNginx(content);
    const rounds: { site: Measure; nginx: Measure | null }[] = [];
    try {
      for (let round = 0; round < RANGE_ROUNDS; round++)
        rounds.push({ site: await run(site, seeded.publicFile), nginx: nginx && (await run(nginx, '/loop.wav')) });
    } finally {
      await nginx?.stop();
    }
    const median = (of: (round: (typeof rounds)[number]) => number | null | undefined): number =>
      quantile(
        rounds.map((round) => of(round) ?? Number.NaN),
        0.5,
      );
    const rate = `${short(median((one) => one.site.perSecond))} and ${short(median((one) => one.nginx?.perSecond))} a second`;
    const cpu = `${short(median((one) => one.site.databaseCpuMs))} and ${short(median((one) => one.nginx?.databaseCpuMs))} ms of CPU each`;
    const value = nginx ? median((one) => one.site.perSecond / one.nginx!.perSecond) : null;
    return [{ what: `ranges to ${PLAYERS} players, by nginx`, value, unit: 'times', least, more: `${rate}, ${cpu}` }];
  });
}

/** Measures what files cost, each beside a program that does the same work without a site; or what the name holds. */
export async function measureFiles(
  { only, seconds, pictures, megabytes }: { only: string; seconds: number; pictures: number; megabytes: number },
  limits: Budgets['media'],
): Promise<Row[]> {
  const wants = (name: string): boolean => name.includes(only);
  const content = wavOf(PLAYED_BYTES);
  const seeded = wants('upload') || wants('ranges') ? await seedFiles(content) : null;
  return [
    // First: its memory is that of this process.
    ...(wants('archives') ? await measureArchive(limits) : []),
    ...(wants('sound') ? await compareSound(limits.sound) : []),
    ...(seeded && wants('upload') ? await compareTransfer(seeded, megabytes, limits) : []),
    ...(seeded && wants('ranges') ? await compareRanges(seeded, content, seconds, limits.ranges) : []),
    ...(wants('pictures') ? await comparePictures(pictures, limits.pictures) : []),
  ];
}
