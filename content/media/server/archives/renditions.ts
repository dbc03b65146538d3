import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { siteSettings } from '#people/site-settings/server/store.ts';
import { soundOf } from '#platform/server/media/audio/decode-sound.ts';
import { rolesOf } from '#platform/server/media/audio/layouts.ts';
import { MediaUnreadable, NoDecoder, ProcessingInterrupted } from '#platform/server/media/errors.ts';
import {
  type Decoder,
  DecoderFailed,
  fileArgument,
  findDecoder,
  guarded,
  runDecoder,
} from '#platform/server/media/ffmpeg.ts';
import { type Probe, type ProbedStream, probe } from '#platform/server/media/probe.ts';
import { secondsFor } from '#platform/server/media/process-limits.ts';
import { aacOptions, bare, flacOptions } from '#platform/server/media/stream.ts';
import { makeSlots } from '#platform/server/slots.ts';
import { spaceOf } from '#platform/server/storage/disk.ts';
import { type StoredArchive, isDamage, withExtracted } from './extract.ts';
import { type EntryPlayback, type EntryRow, setPlayback } from './store.ts';

/**
 * Versions of sounds in archives that every browser plays, made by the first who listens, in `DATA_DIR/sounds`, a folder for
 * each archive. A cache: what was not heard for the longest time is evicted.
 *
 * Sounds up to five minutes become FLAC: it is exact, so that loops stay as long as they are, is made in a moment, and takes
 * half of the bytes of WAV. Longer ones become AAC, which takes a fifth of that.
 */

const LONG_SECONDS = 300;
/** Sounds that are made here at once, milliseconds that one waits for its turn, and sounds that wait. */
const AT_ONCE = 2;
const WAIT_MS = 30_000;
const MAX_WAITING = 100;
/** Seconds of work for a second of sound, and for all of it. */
const WORK = { perSecond: 0.2, most: 600 } as const;
const MEGABYTE = 1024 * 1024;
/** Bytes that a file counts at least: that bounds the number of files too. */
const LEAST_COUNTED = 16 * 1024;
/** Shares of the limit: after so much new the folder is looked through; down to so much the eviction goes. */
const LOOK_SHARE = 0.05;
const LEFT_SHARE = 0.9;

const slots = makeSlots(AT_ONCE, WAIT_MS, () => new ProcessingInterrupted('Too many sounds wait to be prepared.'));
const contentTypes = { flac: 'audio/flac', m4a: 'audio/mp4' } as const;
type Ending = keyof typeof contentTypes;

/** An open version. Whoever gets it closes it. */
export interface OpenRendition {
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly contentType: (typeof contentTypes)[Ending];
  /** With a dot. */
  readonly ending: string;
}

/** A sound that is no sound after all: its content is damaged, or no decoder reads it. */
export class NotPlayable extends Error {
  override name = 'NotPlayable';
}

/** How a sound is heard on this machine; null: not at all, and no page offers it. */
export function heardAs(entry: Pick<EntryRow, 'playback' | 'method' | 'bytes'>): EntryPlayback | null {
  if (entry.playback === 'direct' && isNear(entry)) return 'direct';
  const isReadable = entry.playback !== null && entry.bytes <= limits.analysedMaxBytes;
  return isReadable && findDecoder() !== null ? 'prepared' : null;
}

/** A place in what is compressed is only reached by unpacking all before it: that is for small sounds, and not for bzip2. */
const isNear = ({ method, bytes }: Pick<EntryRow, 'method' | 'bytes'>): boolean =>
  method === 0 || (method === 8 && bytes <= limits.playedMaxBytes);

/** The folder of all versions. */
export const renditionsFolder = (ctx: Context): string => path.join(ctx.config.dataDir, 'sounds');

/** Removes the versions of archives that are gone, or taken down. */
export async function dropRenditions(ctx: Context, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await rm(path.join(renditionsFolder(ctx), id), { recursive: true, force: true });
}

/** Versions that are being made in this process, by their paths without an ending: the next who ask wait for the same run. */
const making = new Map<string, Promise<EntryPlayback>>();

/**
 * Opens the version of a sound that every browser plays; the first call makes it. The caller has checked who asks.
 * @returns null where the sound turns out to play as it is
 * @throws {NotPlayable} @throws {ProcessingInterrupted} {NoDecoder} and outages, where another try may help
 */
export async function openRendition(
  ctx: Context,
  file: StoredArchive & { readonly file_id: string },
  entry: EntryRow,
): Promise<OpenRendition | null> {
  // With the checksum: an archive that is listed again may have another order.
  const base = path.join(renditionsFolder(ctx), file.file_id, `${entry.position}-${entry.crc.toString(16)}`);
  for (let tries = 0; tries < 3; tries++) {
    const cached = await openCached(base);
    if (cached) return cached;
    let run = making.get(base);
    if (!run) {
      if (making.size >= MAX_WAITING) throw new ProcessingInterrupted('Too many sounds wait to be prepared.');
      run = make(ctx, file, entry, base).finally(() => making.delete(base));
      making.set(base, run);
    }
    if ((await run) === 'direct') return null;
  }
  throw new ProcessingInterrupted('A sound was evicted before it was sent.');
}

/** Opens a version and marks it as used. */
async function openCached(base: string): Promise<OpenRendition | null> {
  for (const [ending, contentType] of Object.entries(contentTypes)) {
    const handle = await open(`${base}.${ending}`, 'r').catch(orMissing);
    if (!handle) continue;
    try {
      const now = new Date();
      await handle.utimes(now, now);
      return { handle, bytes: (await handle.stat()).size, contentType, ending: `.${ending}` };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
  return null;
}

function orMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Makes a version in its turn. What is found out about the sound is stored, so that nobody is offered it in vain. */
async function make(
  ctx: Context,
  file: StoredArchive & { readonly file_id: string },
  entry: EntryRow,
  base: string,
): Promise<EntryPlayback> {
  const decoder = findDecoder();
  if (!decoder) throw new NoDecoder();
  const release = await slots.take();
  try {
    await requireRoom(ctx, entry.bytes * 2);
    return await withExtracted(ctx, file, entry, async (local, folder) => {
      const probed = await probe(decoder, local, new AbortController().signal);
      if (probed.playsEverywhere && isNear(entry)) {
        await setPlayback(ctx.db, file.file_id, entry.position, {
          playback: 'direct',
          analysis: entry.analysis ?? 'done',
        });
        return 'direct';
      }
      const made = await encode(decoder, probed, entry.bytes, path.join(folder, 'heard'));
      await storeMade(ctx, made, base);
      return 'prepared';
    });
  } catch (error) {
    if (!isDamage(error) && !(error instanceof DecoderFailed) && !(error instanceof MediaUnreadable)) throw error;
    await setPlayback(ctx.db, file.file_id, entry.position, { playback: null, analysis: 'damaged' });
    throw new NotPlayable('A sound of an archive cannot be decoded.', { cause: error });
  } finally {
    release();
  }
}

/** @param place a path without an ending @returns the file @throws {DecoderFailed} {MediaUnreadable} {ProcessingInterrupted} */
async function encode(decoder: Decoder, probed: Probe, bytes: number, place: string): Promise<string> {
  const sound = probed.streams.find((stream) => stream.codec_type === 'audio');
  if (!sound) throw new MediaUnreadable('not-media');
  soundOf(sound);
  const seconds = probed.format.duration ?? Infinity;
  const isLong = seconds > LONG_SECONDS;
  const file = `${place}.${isLong ? 'm4a' : 'flac'}`;
  const format = isLong
    ? [...aacOptions(sound), '-movflags', '+faststart', '-f', 'mp4']
    : [...flacOptions(sound), '-f', 'flac'];
  const shape = ['-map', `0:${sound.index}`, ...bare, ...firstTwo(sound), ...format];
  await runDecoder({
    program: decoder.ffmpeg,
    // Whatever a head declares: the output is bounded.
    args: [
      '-nostdin',
      ...guarded,
      '-y',
      ...probed.input,
      ...shape,
      '-fs',
      String(limits.analysedMaxBytes),
      fileArgument(file),
    ],
    signal: new AbortController().signal,
    seconds: secondsFor({ seconds, bytes }, WORK.perSecond, WORK.most),
  });
  return file;
}

/** Channels in no layout that is known are not mixed: the first two are heard. */
function firstTwo(sound: ProbedStream): string[] {
  const isUnknown = (sound.channels ?? 0) > 2 && rolesOf(sound) === null;
  return isUnknown ? ['-af', 'pan=stereo|c0=c0|c1=c1'] : [];
}

/** Moves a version into its place, whole or not at all, and evicts what is too much. */
async function storeMade(ctx: Context, made: string, base: string): Promise<void> {
  const { size } = await stat(made);
  if (size === 0) throw new MediaUnreadable('empty');
  const handle = await open(made, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await mkdir(path.dirname(base), { recursive: true });
  await rename(made, `${base}${path.extname(made)}`);
  const maxBytes = (await siteSettings(ctx.db)).archiveSoundMegabytes * MEGABYTE;
  const folder = renditionsFolder(ctx);
  // What other processes write is seen when this one looks: each adds less than a share before it does.
  const written = (writtenTo.get(folder) ?? Infinity) + Math.max(size, LEAST_COUNTED);
  writtenTo.set(folder, written);
  if (written < maxBytes * LOOK_SHARE) return;
  writtenTo.set(folder, 0);
  await evict(folder, maxBytes);
}

/** Bytes that this process has written since it last looked through a folder. */
const writtenTo = new Map<string, number>();

/** The disk keeps its reserve; where there is little, the whole cache goes first. @throws {ProcessingInterrupted} */
async function requireRoom(ctx: Context, bytes: number): Promise<void> {
  const hasRoom = async (): Promise<boolean> => {
    const { free, reserve } = await spaceOf(ctx.config.dataDir);
    return free - bytes >= reserve;
  };
  if (await hasRoom()) return;
  await evict(renditionsFolder(ctx), 0);
  if (!(await hasRoom())) throw new ProcessingInterrupted('The disk has no room to prepare a sound.');
}

/**
 * LRU eviction: where versions have more bytes than they may, those go that were not heard for the longest time. Who is
 * being sent one gets it to its end. The newest stays: somebody waits for it.
 */
async function evict(folder: string, maxBytes: number): Promise<void> {
  const files: { file: string; bytes: number; usedMs: number }[] = [];
  for (const name of (await readdir(folder).catch(orMissing)) ?? [])
    for (const inner of (await readdir(path.join(folder, name)).catch(orMissing)) ?? []) {
      const file = path.join(folder, name, inner);
      const stats = await stat(file).catch(orMissing);
      if (stats) files.push({ file, bytes: Math.max(stats.size, LEAST_COUNTED), usedMs: stats.mtimeMs });
    }
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= maxBytes) return;
  const oldest = files.toSorted((one, other) => one.usedMs - other.usedMs).slice(0, -1);
  for (const { file, bytes } of oldest) {
    if (total <= maxBytes * LEFT_SHARE) return;
    await rm(file, { force: true });
    total -= bytes;
  }
}
