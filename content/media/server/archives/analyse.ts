import { archive as limits } from '#platform/contract/archive-limits.ts';
import type { Context } from '#platform/server/context.ts';
import { canUnpack, headOf } from '#platform/server/archive/content.ts';
import { type Analyst, openAnalyst } from '#platform/server/archive/analyse-thread.ts';
import { SAMPLE_BYTES, SAMPLE_RATE, type SoundFacts, wavPlaysEverywhere } from '#platform/server/archive/analyse.ts';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { detectType } from '#platform/server/media/detect.ts';
import { findDecoder } from '#platform/server/media/ffmpeg.ts';
import { probe } from '#platform/server/media/probe.ts';
import { readHeadOf } from '#platform/server/media/signature.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';
import { publishSounds } from '../live.ts';
import { decodeSamples, inOrder } from '../sounds/decode.ts';
import { type FileRow, fileById } from '../store.ts';
import { afterInterruption, beginTry, isBeyondLast } from '../processing/interruptions.ts';
import { ANALYSIS_SECONDS, enqueueArchiveAnalysis } from '#content/media/server/processing/queues.ts';
import { Damaged, checkedContent, isDamage, isOfMachine, withExtracted } from './extract.ts';
import { type Analysed, type EntryPlayback, type EntryRow, storeAnalysed, waitingEntries } from './store.ts';

/** Sounds that are read, analysed and stored together. */
const BATCH = 50;
/** Milliseconds after which a run hands over to another. */
const RUN_MS = (ANALYSIS_SECONDS - 300) * 1000;
/** Milliseconds in which ffmpeg must have found out what an entry is. */
const DETECTION_MS = 60_000;
/** Bytes of decoded samples of one sound: an hour. */
const DECODED_MAX = 3600 * SAMPLE_RATE * SAMPLE_BYTES;

const nothing = {
  content_type: null,
  playback: null,
  duration_ms: null,
  tempo: null,
  musical_key: null,
  candidates: null,
  peaks: null,
};

/** A sound is longer than what is analysed. */
class TooLong extends Error {
  override name = 'TooLong';
}

/** What a decoder makes of an entry: no sound, a sound that it cannot read, or facts. */
interface Decoded {
  readonly contentType: string | null;
  readonly playback: EntryPlayback | null;
  readonly facts: SoundFacts | null;
}
const noSound: Decoded = { contentType: null, playback: null, facts: null };
/** What ReCycle writes (REX 2): sounds in a format that no free decoder reads. */
const rex2 = /^CAT [^]{4}REX2/;

/** Finds out whether a file is a sound, as with one of its own, and decodes it, where this machine has a decoder. */
async function decodedFile(analyst: Analyst, local: string): Promise<Decoded> {
  const decoder = findDecoder();
  if (rex2.test((await readHeadOf(local)).text)) return { contentType: 'audio/x-rex', playback: null, facts: null };
  let heard: Pick<Decoded, 'contentType' | 'playback'> | null = null;
  try {
    if (decoder) {
      const { found, input, playsEverywhere } = await probe(decoder, local, AbortSignal.timeout(DETECTION_MS));
      if (found.kind !== 'audio') return noSound;
      heard = { contentType: found.contentType, playback: playsEverywhere ? 'direct' : 'prepared' };
      const check = (count: number): void => {
        if (count > DECODED_MAX) throw new TooLong();
      };
      const { samples, bytes } = await decodeSamples(decoder, { input, check });
      if (bytes === 0) throw new Damaged();
      return { ...heard, facts: await analyst.analyse(inOrder(samples), bytes, true) };
    }
  } catch (error) {
    if (isDamage(error) || isOfMachine(error)) throw error;
    if (heard && error instanceof TooLong) return { ...heard, facts: null };
  }
  const { kind, contentType, extension } = await detectType(local);
  if (kind !== 'audio') return noSound;
  // Nearly all MP3 and FLAC play everywhere; what a decoder cannot read is not heard.
  const isLikely = !decoder && (extension === 'mp3' || extension === 'flac');
  return { contentType, playback: isLikely ? 'direct' : null, facts: null };
}

/** How a sound that is too large to be read to its end is heard. */
async function unread(
  ctx: Context,
  file: FileRow,
  entry: EntryRow,
): Promise<Pick<Analysed, 'content_type' | 'playback'>> {
  const plays = entry.method === 0 && wavPlaysEverywhere(await headOf(ctx.storage, file, entry), entry.bytes);
  return plays ? { content_type: 'audio/wav', playback: 'direct' } : { content_type: null, playback: null };
}

async function analyseEntry(ctx: Context, analyst: Analyst, file: FileRow, entry: EntryRow): Promise<Analysed> {
  const { position } = entry;
  try {
    if (!canUnpack(entry)) return { position, analysis: 'unavailable', ...nothing };
    if (entry.bytes > limits.analysedMaxBytes)
      return { position, analysis: 'unavailable', ...nothing, ...(await unread(ctx, file, entry)) };
    const plain = await analyst.analyse(checkedContent(ctx, file, entry), entry.bytes);
    const { contentType, playback, facts } =
      plain.durationMs === null
        ? await withExtracted(ctx, file, entry, (local) => decodedFile(analyst, local))
        : { ...plain, ...ofPlain(plain), facts: plain };
    if (contentType === null) return { position, analysis: 'not_sound', ...nothing };
    if (!facts) return { position, analysis: 'unavailable', ...nothing, content_type: contentType, playback };
    return {
      position,
      analysis: 'done',
      content_type: contentType,
      playback,
      duration_ms: facts.durationMs,
      tempo: facts.tempo,
      musical_key: facts.key,
      candidates: facts.candidates,
      peaks: facts.peaks === null ? null : Buffer.from(facts.peaks).toString('base64'),
    };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { position, analysis: 'damaged', ...nothing };
  }
}

/** How plain samples are heard; none are not heard. */
const ofPlain = ({ playsEverywhere, durationMs }: SoundFacts): { playback: EntryPlayback | null } => ({
  playback: durationMs === 0 ? null : playsEverywhere ? 'direct' : 'prepared',
});

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
