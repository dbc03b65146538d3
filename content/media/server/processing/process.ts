import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#platform/server/context.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { type AudioResult, processAudio } from '#platform/server/media/audio/audio.ts';
import { MediaUnreadable, NoDecoder, ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { findHeicProgram } from '#platform/server/media/pictures/convert.ts';
import { type Rendition, processImage } from '#platform/server/media/pictures/image.ts';
import type { Stream } from '#platform/server/media/stream.ts';
import { shownTags } from '#content/media/server/words.ts';
import type { Tags } from '#platform/server/media/audio/tags.ts';
import { hasSmaller } from '#platform/server/media/video/smaller-streams.ts';
import { processVideo } from '#platform/server/media/video/video.ts';
import { publishFileChanged } from '#content/media/server/live.ts';
import { afterInterruption, beginTry, endAfter, isBeyondLast, isLastTry } from './interruptions.ts';
import { PROCESSING_SECONDS, enqueueProcessing, enqueueSoundAnalysis } from './queues.ts';
import { type Content, putContent, workFolder } from '#content/media/server/put-content.ts';
import { renditionKey } from '#content/media/server/rules.ts';
import { type FileRow, fileById, isCaptions } from '#content/media/server/store.ts';
import { waveOf } from '#content/media/server/wave.ts';

/** Said of a file whose every try the machine ended. */
const INTERRUPTED = 'It could not be processed. Please try again.';

/** The output of processing: bytes on this machine that go into the storage. */
interface Made {
  readonly name: string;
  readonly content: Content;
  readonly contentType: string;
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What processing finds. */
interface Found {
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  readonly placeholder?: string;
  readonly overview?: Uint8Array;
  readonly bars?: Uint8Array;
  readonly loudness?: number | null;
  readonly truePeak?: number | null;
  readonly played?: AudioResult['played'];
  readonly tags?: Tags;
  readonly endsEarly?: boolean;
  readonly isInterrupted?: boolean;
  readonly made: readonly Made[];
}

/**
 * Processes a file, stores the results and notifies its owner. May be interrupted anywhere and repeated: results have
 * the same key again.
 */
export async function processFile(ctx: Context, id: string): Promise<void> {
  const file = await fileById(ctx.db, id);
  if (!file) return;
  if (file.processing !== 'waiting') return await processFurther(ctx, file);
  const tries = await beginTry(ctx, id);
  const giveUp = (tx: Tx): Promise<void> => concludeIn(ctx, tx, file, 'interrupted', INTERRUPTED);
  if (isBeyondLast(tries)) return await ctx.db.tx(giveUp);
  try {
    await processWaiting(ctx, file, tries);
  } catch (error) {
    await afterInterruption(ctx, file, { error, tries }, giveUp);
  }
}

/** The step after the first: once everything that waited before it can be seen. */
async function processFurther(ctx: Context, file: FileRow): Promise<void> {
  if (file.processing !== 'done') return;
  if (file.kind === 'video') await (await import('./smaller-streams.ts')).addSmallerStreams(ctx, file.id);
  if (file.kind === 'audio') await (await import('#content/media/server/sounds/analyse.ts')).analyseSound(ctx, file);
  if (file.kind === 'archive')
    await (await import('#content/media/server/archives/analyse.ts')).analyseArchive(ctx, file.id);
}

async function processWaiting(ctx: Context, file: FileRow, tries: number): Promise<void> {
  if (file.kind === 'archive') {
    const { listArchive } = await import('#content/media/server/archives/list.ts');
    const refusal = await listArchive(ctx, file);
    if (refusal !== null) await conclude(ctx, file, 'failed', refusal);
    return;
  }
  await mkdir(workFolder(ctx), { recursive: true });
  const folder = await mkdtemp(path.join(workFolder(ctx), 'process-'));
  try {
    const local = await ctx.storage.localFile(file.key, folder);
    if (local === null) throw new ProcessingInterrupted('The file is not in the storage.');
    let results: Found;
    try {
      results = await runTools(ctx, file, local, folder, isLastTry(tries));
    } catch (error) {
      if (error instanceof NoDecoder) await conclude(ctx, file, 'unavailable', error.message);
      else if (error instanceof MediaUnreadable) await conclude(ctx, file, 'failed', error.message);
      else throw error;
      return;
    }
    await store(ctx, file, results);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runTools(ctx: Context, file: FileRow, local: string, folder: string, isLast: boolean): Promise<Found> {
  const signal = endAfter(PROCESSING_SECONDS - 60);
  if (file.kind === 'image') {
    const extra = file.purpose === 'avatar' ? 'square' : file.purpose === 'cursor' ? 'cursor' : null;
    const found = await processImage(local, folder, signal, extra, findHeicProgram(ctx.config));
    return { ...found, made: pictures(found.renditions) };
  }
  if (file.kind === 'audio') {
    const { durationMs, tags, overview, bars, loudness, truePeak, played, endsEarly, ...found } = await processAudio(
      local,
      folder,
      signal,
    );
    const cover = await shownBy(found.cover, 'cover', folder, signal);
    return {
      durationMs,
      tags,
      overview,
      bars,
      loudness,
      truePeak,
      played,
      endsEarly,
      ...cover,
      made: [bytes('zoom', found.zoom), ...streams(found.stream), ...cover.made],
    };
  }
  const { durationMs, width, height, isInterrupted, keepsHdr, ...found } = await processVideo(
    local,
    folder,
    signal,
    findDecoder(),
    isLast,
  );
  if (keepsHdr) ctx.log.warn({ file: file.id }, 'a video in HDR is not tone-mapped: this ffmpeg has no zscale');
  const poster = await shownBy(found.poster, 'poster', folder, signal);
  return { durationMs, width, height, isInterrupted, ...poster, made: [...streams(found.stream), ...poster.made] };
}

function pictures(renditions: readonly Rendition[], prefix = ''): Made[] {
  return renditions.map(({ name, file, contentType, width, height }) => ({
    name: `${prefix}${name}`,
    content: { file },
    contentType,
    extension: path.extname(file).slice(1),
    width,
    height,
  }));
}

function bytes(name: string, content: Uint8Array): Made {
  return { name, content, contentType: 'application/octet-stream', extension: 'bin', width: null, height: null };
}

function streams(stream: Stream | null): Made[] {
  if (!stream) return [];
  const { file, contentType } = stream;
  const extension = path.extname(file).slice(1);
  return [{ name: 'stream', content: { file }, contentType, extension, width: null, height: null }];
}

/** A picture that came with a sound or out of a video, in widths like any other. A damaged one is left out. */
async function shownBy(
  picture: string | null,
  name: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ placeholder?: string; made: Made[] }> {
  if (picture === null) return { made: [] };
  const place = path.join(folder, name);
  await mkdir(place);
  try {
    const { placeholder, renditions } = await processImage(picture, place, signal);
    return { placeholder, made: pictures(renditions, `${name}-`) };
  } catch (error) {
    if (error instanceof MediaUnreadable) return { made: [] };
    throw error;
  }
}

/**
 * A hash of what was decoded, made of results that depend on nothing else: of a sound its waveform and length, of a picture
 * its smallest rendition. Null for a video, whose streams differ from run to run.
 */
async function decodedHash(kind: FileRow['kind'], { made, ...found }: Found): Promise<string | null> {
  const hash = createHash('sha256').update(kind);
  if (kind === 'audio' && found.overview)
    return hash.update(`${found.durationMs}:${found.loudness}:`).update(found.overview).digest('hex');
  const [smallest] = kind === 'image' ? made.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0)) : [];
  if (!smallest) return null;
  const content = smallest.content instanceof Uint8Array ? smallest.content : await readFile(smallest.content.file);
  return hash.update(`${found.width}x${found.height}:`).update(content).digest('hex');
}

async function store(ctx: Context, file: FileRow, found: Found): Promise<void> {
  const rows: {
    name: string;
    key: string;
    content_type: string;
    bytes: number;
    width: number | null;
    height: number | null;
  }[] = [];
  for (const { name, content, contentType, extension, width, height } of found.made) {
    const key = renditionKey(file.key, name, extension);
    const stored = await putContent(ctx, key, content, contentType);
    rows.push({ name, key, content_type: contentType, bytes: stored.bytes, width, height });
  }
  const decoded = await decodedHash(file.kind, found);
  const tags = await shownTags(ctx, found.tags ?? {});
  const analysis = file.kind === 'audio' ? 'waiting' : found.isInterrupted ? 'interrupted' : null;
  const isStored = await ctx.db.tx(async (tx) => {
    const [still] = await tx.rows(sql`
      UPDATE files SET processing = 'done', processing_reason = NULL, tries = 0, width = ${found.width ?? null}, height = ${found.height ?? null},
        duration_ms = ${found.durationMs ?? null}, placeholder = ${found.placeholder ?? null},
        wave = ${found.bars ? waveOf(found.bars) : null}, loudness = ${found.loudness ?? null},
        true_peak = ${found.truePeak ?? null}, played_loudness = ${found.played?.loudness ?? null}, played_true_peak = ${found.played?.truePeak ?? null}, ends_early = ${found.endsEarly ?? false}, analysis = ${analysis}, decoded_sha256 = ${decoded}, tags = ${JSON.stringify(tags)}::jsonb
      WHERE id = ${file.id} AND state <> 'removed' RETURNING content_kind, content_id`);
    if (!still) return false;
    await tx.rows(sql`DELETE FROM file_renditions WHERE file_id = ${file.id} AND NOT (${isCaptions})`);
    await tx.rows(sql`
      INSERT INTO file_renditions (file_id, name, key, content_type, bytes, width, height)
      SELECT ${file.id}::uuid, r.name, r.key, r.content_type, r.bytes, r.width, r.height
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(name text, key text, content_type text, bytes bigint, width int, height int)`);
    if (file.kind === 'audio') await enqueueSoundAnalysis(ctx, tx);
    if (file.kind === 'video' && !found.isInterrupted && hasSmaller(found.width ?? 0, found.height ?? 0))
      await enqueueProcessing(ctx, tx, file);
    await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing: 'done' });
    return true;
  });
  // Removed while it was processed: what was made of it is nobody's.
  if (!isStored) for (const row of rows) await ctx.storage.remove(row.key);
}

type Conclusion = 'failed' | 'unavailable' | 'interrupted';

async function conclude(ctx: Context, file: FileRow, processing: Conclusion, reason: string): Promise<void> {
  await ctx.db.tx((tx) => concludeIn(ctx, tx, file, processing, reason));
}

async function concludeIn(ctx: Context, tx: Tx, file: FileRow, processing: Conclusion, reason: string): Promise<void> {
  await tx.rows(sql`
    UPDATE files SET processing = ${processing}, processing_reason = ${reason.slice(0, 500)}
    WHERE id = ${file.id} AND state <> 'removed'`);
  await publishFileChanged(ctx, tx, { id: file.id, ownerId: file.owner_id, processing });
}
