import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#platform/server/context.ts';
import { openAnalyst } from '#platform/server/archive/analyse-thread.ts';
import { type MusicCandidates, SAMPLE_BYTES, SAMPLED_SECONDS, SAMPLE_RATE } from '#platform/server/archive/analyse.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { keyOfTag } from '#platform/server/media/audio/key-tag.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { fileArgument, findDecoder } from '#platform/server/media/ffmpeg.ts';
import { ANALYSIS_SECONDS, enqueueSoundAnalysis } from '#content/media/server/processing/queues.ts';
import { publishSounds } from '../live.ts';
import { workFolder } from '#content/media/server/put-content.ts';
import { type FileRow, fileById } from '../store.ts';
import { afterInterruption, beginTry, isBeyondLast } from '../processing/interruptions.ts';
import { decodeSamples, inOrder } from './decode.ts';

/** Milliseconds after which a run hands over to another. */
const RUN_MS = (ANALYSIS_SECONDS - 300) * 1000;

/** What is found of a sound. */
interface Music {
  readonly analysis: 'done' | 'unavailable';
  readonly tempo: number | null;
  readonly key: string | null;
  readonly candidates: MusicCandidates | null;
}

/** Estimates tempo and key from the beginning of the version to stream, which every decoder reads. */
async function estimateMusic(ctx: Context, file: FileRow): Promise<Music> {
  const unavailable: Music = { analysis: 'unavailable', tempo: null, key: null, candidates: null };
  const stream = file.renditions.find(({ name }) => name === 'stream');
  const decoder = findDecoder();
  if (!stream || !decoder) return unavailable;
  await mkdir(workFolder(ctx), { recursive: true });
  const folder = await mkdtemp(path.join(workFolder(ctx), 'tempo-'));
  try {
    const local = await ctx.storage.localFile(stream.key, folder);
    if (local === null) return unavailable;
    const analyst = openAnalyst();
    try {
      const demuxer = stream.content_type === 'audio/mpeg' ? 'mp3' : 'mov';
      const input = ['-f', demuxer, '-i', fileArgument(local)];
      const { samples, bytes } = await decodeSamples(decoder, { input, seconds: SAMPLED_SECONDS });
      // The length of the whole sound: loops are cut to whole numbers of beats.
      const totalBytes = Math.max(bytes, Math.round(((file.duration_ms ?? 0) / 1000) * SAMPLE_RATE) * SAMPLE_BYTES);
      const { tempo, key, candidates } = await analyst.analyse(inOrder(samples), totalBytes, true);
      return { analysis: 'done', tempo, key, candidates };
    } catch (error) {
      if (error instanceof ProcessingInterrupted) throw error;
      // The sound plays without them.
      ctx.log.warn({ err: error, file: file.id }, 'tempo and key of a sound were not found');
      return unavailable;
    } finally {
      await analyst.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tempo and key by the file's tags, else by the estimate. */
async function musicOf(ctx: Context, file: FileRow): Promise<Music> {
  const tempo = Number(file.tags['bpm'] ?? 0) || null;
  const key = keyOfTag(file.tags['key'] ?? '');
  if (tempo !== null && key !== null) return { analysis: 'done', tempo, key, candidates: null };
  const estimated = await estimateMusic(ctx, file);
  return { ...estimated, tempo: tempo ?? estimated.tempo, key: key ?? estimated.key };
}

/**
 * Finds tempo and key of a sound that waits. One that the machine ended is tried again by a job of its own
 * (`afterInterruption`), so that those behind it do not wait.
 */
export async function analyseSound(ctx: Context, file: FileRow): Promise<void> {
  if (file.analysis !== 'waiting' && file.analysis !== 'later') return;
  const tries = await beginTry(ctx, file.id);
  const conclude = async (tx: Tx, analysis: Music['analysis'] | 'interrupted'): Promise<void> => {
    await publishSounds(ctx, tx, file.id);
    await tx.rows(sql`UPDATE files SET analysis = ${analysis} WHERE id = ${file.id}`);
  };
  const giveUp = (tx: Tx): Promise<void> => conclude(tx, 'interrupted');
  if (isBeyondLast(tries)) return await ctx.db.tx(giveUp);
  try {
    const { analysis, tempo, key, candidates } = await musicOf(ctx, file);
    await ctx.db.rows(sql`
      UPDATE files SET tempo = ${tempo}, musical_key = ${key}, candidates = ${candidates && JSON.stringify(candidates)}::jsonb
      WHERE id = ${file.id}`);
    await ctx.db.tx((tx) => conclude(tx, analysis));
  } catch (error) {
    await afterInterruption(ctx, file, { error, tries }, giveUp);
  }
}

/**
 * Finds tempo and key of the sounds that wait, oldest first, and lets the contents that have them show it. May be
 * interrupted anywhere and repeated.
 */
export async function analyseSounds(ctx: Context): Promise<void> {
  const started = performance.now();
  for (;;) {
    const [next] = await ctx.db.rows<{ id: string }>(
      sql`SELECT id FROM files WHERE analysis = 'waiting' AND state <> 'removed' ORDER BY id LIMIT 1`,
    );
    const file = next ? await fileById(ctx.db, next.id) : null;
    if (!file) return;
    await analyseSound(ctx, file);
    if (performance.now() - started < RUN_MS) continue;
    await ctx.db.tx((tx) => enqueueSoundAnalysis(ctx, tx));
    return;
  }
}
