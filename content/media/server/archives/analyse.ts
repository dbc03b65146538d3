import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { entryContent } from '#platform/server/archive/content.ts';
import { type Analyst, openAnalyst } from '#platform/server/archive/analyse-thread.ts';
import { SAMPLE_BYTES, SAMPLE_RATE, type SoundFacts } from '#platform/server/archive/analyse.ts';
import { ArchiveRefused } from '#platform/server/archive/errors.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { detectType } from '#platform/server/media/detect.ts';
import type { FoundType } from '#platform/server/media/found-type.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { findOutage } from '#platform/server/outages.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { publishSounds } from '../live.ts';
import { decodeSamples, inOrder } from '../sounds/decode.ts';
import { type FileRow, fileById } from '../store.ts';
import { afterInterruption, beginTry, isBeyondLast } from '../processing/interruptions.ts';
import { ANALYSIS_SECONDS, enqueueArchiveAnalysis } from '#content/media/server/processing/queues.ts';
import { type Analysed, type EntryRow, storeAnalysed, waitingEntries } from './store.ts';

/** Sounds that are read, analysed and stored together. */
const BATCH = 50;
/** Milliseconds after which a run hands over to another. */
const RUN_MS = (ANALYSIS_SECONDS - 300) * 1000;
/** Milliseconds in which ffmpeg must have found out what an entry is. */
const DETECTION_MS = 60_000;
/** Bytes of decoded samples of one sound: an hour. */
const DECODED_MAX = 3600 * SAMPLE_RATE * SAMPLE_BYTES;

const nothing = { content_type: null, duration_ms: null, tempo: null, musical_key: null, peaks: null };

/** The content of a sound is not what the directory says. */
class Damaged extends Error {
  override name = 'Damaged';
}

/** Reads a sound and compares its checksum where all of it is read. */
async function* checkedContent(ctx: Context, file: FileRow, entry: EntryRow): AsyncGenerator<Buffer> {
  let sum = 0;
  let bytes = 0;
  const content = await entryContent(ctx.storage, file, entry);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      bytes += chunk.length;
      yield chunk;
    }
  } finally {
    content.destroy();
  }
  if (bytes !== entry.bytes || sum !== entry.crc) throw new Damaged();
}

/** What a decoder makes of an entry: no sound, a sound that it cannot read, or facts. */
type Decoded = { readonly contentType: string | null; readonly facts: SoundFacts | null };
const noSound: Decoded = { contentType: null, facts: null };

/** Finds out whether something is a sound, as with a file of its own, and decodes it, where this machine has a decoder. */
async function decoded(ctx: Context, analyst: Analyst, file: FileRow, entry: EntryRow): Promise<Decoded> {
  const work = path.join(ctx.config.dataDir, 'work');
  await mkdir(work, { recursive: true });
  const folder = await mkdtemp(path.join(work, 'sound-'));
  try {
    const local = path.join(folder, 'sound');
    await pipeline(checkedContent(ctx, file, entry), createWriteStream(local, { mode: 0o600 }));
    return await decodedFile(analyst, local);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function decodedFile(analyst: Analyst, local: string): Promise<Decoded> {
  const decoder = findDecoder();
  let found: FoundType | null = null;
  try {
    if (decoder) {
      const probed = await probe(decoder, local, AbortSignal.timeout(DETECTION_MS));
      found = probed.found;
      if (found.kind !== 'audio') return noSound;
      const check = (count: number): void => {
        if (count > DECODED_MAX) throw new Damaged();
      };
      const { samples, bytes } = await decodeSamples(decoder, { input: probed.input, check });
      return { contentType: found.contentType, facts: await analyst.analyse(inOrder(samples), bytes, true) };
    }
  } catch (error) {
    if (isDamage(error) || isOfMachine(error)) throw error;
  }
  // Without a decoder, and where it cannot read it: browsers may.
  const { kind, contentType } = found ?? (await detectType(local));
  return kind === 'audio' ? { contentType, facts: null } : noSound;
}

async function analyseEntry(ctx: Context, analyst: Analyst, file: FileRow, entry: EntryRow): Promise<Analysed> {
  const { position } = entry;
  if (entry.bytes > limits.analysedMaxBytes) return { position, analysis: 'unavailable', ...nothing };
  try {
    const plain = await analyst.analyse(checkedContent(ctx, file, entry), entry.bytes);
    const { contentType, facts } =
      plain.durationMs === null ? await decoded(ctx, analyst, file, entry) : { ...plain, facts: plain };
    if (contentType === null) return { position, analysis: 'not_sound', ...nothing };
    if (!facts) return { position, analysis: 'unavailable', ...nothing, content_type: contentType };
    return {
      position,
      analysis: 'done',
      content_type: contentType,
      duration_ms: facts.durationMs,
      tempo: facts.tempo,
      musical_key: facts.key,
      peaks: facts.peaks === null ? null : Buffer.from(facts.peaks).toString('base64'),
    };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { position, analysis: 'damaged', ...nothing };
  }
}

const isInflateError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || error instanceof ArchiveRefused || isInflateError(error);
const isOfMachine = (error: unknown): boolean => error instanceof ProcessingInterrupted || findOutage(error) !== null;

/**
 * Finds waveform, length, tempo and key of the sounds of an archive, in batches that are stored as they are done. May be
 * interrupted anywhere and repeated. Sounds whose decoder the machine ended wait for another run; after the last one they are
 * `interrupted`.
 */
export async function analyseArchive(ctx: Context, fileId: string): Promise<void> {
  const file = await fileById(ctx.db, fileId);
  if (!file || file.analysis === 'interrupted') return;
  const giveUp = async (tx: Tx): Promise<void> => {
    await tx.rows(
      sql`UPDATE archive_entries SET analysis = 'interrupted' WHERE file_id = ${fileId} AND analysis = 'waiting'`,
    );
    await publishSounds(ctx, tx, fileId);
    await tx.rows(sql`UPDATE files SET analysis = 'interrupted' WHERE id = ${fileId}`);
  };
  const tries = await beginTry(ctx, fileId);
  if (isBeyondLast(tries)) return await ctx.db.tx(giveUp);
  try {
    await analyseEntries(ctx, fileId);
  } catch (error) {
    await afterInterruption(ctx, file, { error, tries }, giveUp);
  }
}

/** @throws the last interruption, once all others are done */
async function analyseEntries(ctx: Context, fileId: string): Promise<void> {
  const started = performance.now();
  const analyst = openAnalyst();
  let interruption: { readonly error: unknown } | null = null;
  try {
    for (let after = -1; ;) {
      const file = await fileById(ctx.db, fileId);
      const entries = file ? await waitingEntries(ctx.db, fileId, after, BATCH) : [];
      if (file && entries.length === 0) await ctx.db.tx((tx) => publishSounds(ctx, tx, fileId));
      if (!file || entries.length === 0) break;
      const found: Analysed[] = [];
      for (const entry of entries) {
        try {
          found.push(await analyseEntry(ctx, analyst, file, entry));
        } catch (error) {
          if (!(error instanceof ProcessingInterrupted)) throw error;
          interruption = { error };
        }
      }
      after = entries.at(-1)!.position;
      const isLate = performance.now() - started > RUN_MS;
      await ctx.db.tx(async (tx) => {
        await storeAnalysed(tx, fileId, found);
        if (!isLate) return;
        await tx.rows(sql`UPDATE files SET tries = 0 WHERE id = ${fileId}`);
        await enqueueArchiveAnalysis(ctx, tx, fileId);
      });
      if (isLate) return;
    }
  } finally {
    await analyst.close();
  }
  if (interruption) throw interruption.error;
}
