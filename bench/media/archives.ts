import { openAnalyst } from '#server/platform/archive/analyse-thread.ts';
import { entryContent } from '#server/platform/archive/content.ts';
import { readDirectory, sorted } from '#server/platform/archive/directory.ts';
import { storedSource } from '#server/platform/archive/source.ts';
import { makeDiskStorage } from '#server/platform/storage/disk.ts';
import { wavOf } from '#server/testing/wav.ts';
import { zipOfParts } from '#server/testing/zip.ts';
import { mediaFolder } from './interleaved.ts';

/** A kit of 1,000 one-shots: its list, and the analysis of its sounds. */
export interface ArchiveResult {
  readonly sounds: number;
  readonly megabytes: number;
  readonly listMs: number;
  /** Sounds in a second of CPU, the reading included. */
  readonly perCpuSecond: number;
  readonly seconds: number;
  /** Of the process, over what it had before the first list. */
  readonly growthMb: number;
}

const SOUNDS = 1000;
/** Bytes of a second of sound, 16 bits, mono, 44.1 kHz: a long one-shot. */
const SOUND_BYTES = 88_244;
const MEGABYTE = 1024 * 1024;

/** Lists and analyses in this process, from a stored file. */
export async function measureArchive(): Promise<ArchiveResult> {
  const storage = makeDiskStorage(mediaFolder);
  const key = 'archives/kit.zip';
  const bytes = await storeKit(key);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const listed = performance.now();
  const entries = sorted(
    (await readDirectory(storedSource(storage, key, bytes), { entries: 20_000, unpackedBytes: 2 ** 40 })).entries,
  );
  const listMs = performance.now() - listed;
  const analyst = openAnalyst();
  const started = performance.now();
  const cpu = process.cpuUsage();
  for (const entry of entries) {
    const facts = await analyst.analyse(await entryContent(storage, { key, bytes }, entry), entry.bytes);
    if (facts.durationMs === null) throw new Error(`${entry.path} was not heard.`);
  }
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  await analyst.close();
  clearInterval(watch);
  storage.close();
  return {
    sounds: entries.length,
    megabytes: bytes / MEGABYTE,
    listMs,
    perCpuSecond: entries.length / ((user + system) / 1e6),
    seconds,
    growthMb: (most - before) / MEGABYTE,
  };
}

async function storeKit(key: string): Promise<number> {
  const content = wavOf(SOUND_BYTES);
  const zip = zipOfParts(
    Array.from({ length: SOUNDS }, (_, at) => ({
      name: `Kit/Folder ${at % 20}/sound ${at}.wav`,
      content,
      deflated: at % 2 === 1,
    })),
  );
  await makeDiskStorage(mediaFolder).put(key, zip, { contentType: 'application/zip' });
  return zip.length;
}
