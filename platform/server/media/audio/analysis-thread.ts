import { Worker } from 'node:worker_threads';
import { processLimits } from '#platform/server/media/process-limits.ts';
import { MediaUnreadable, ProcessingInterrupted, type UnreadableReason } from '#platform/server/media/errors.ts';
import { DecoderFailed } from '#platform/server/media/ffmpeg.ts';
import type { SoundMeasurements } from './sound-analysis.ts';

/** The work of a thread: runs a program that writes samples, and analyses them. */
export interface AnalysisInput {
  readonly program: string;
  /** Must write interleaved 32-bit floats to the output. */
  readonly args: readonly string[];
  readonly seconds: number;
  /** Of what the program writes. */
  readonly rate: number;
  /** Weights of the channels' energy in the loudness, in their order. */
  readonly weights: readonly number[];
  /** More is `too-long`. */
  readonly maxFrames: number;
}

/** What the thread is started with. */
export interface AnalysisStart extends AnalysisInput {
  /** `processLimits()` of the process: each thread would ask the system's programs again. */
  readonly limits: readonly string[];
}

/** How it ended. `reason` is null where the program failed, by itself or because the machine ended it. */
export type AnalysisEnd =
  | { readonly measured: SoundMeasurements }
  | { readonly reason: UnreadableReason | null; readonly isInterrupted: boolean; readonly message: string };

/** Megabytes of the thread's heap: what it holds does not grow with the sound but for 80 bytes a second. */
const HEAP_MB = 128;

/**
 * Where the thread's file is: beside this one as TypeScript, or as `media-worker.js` beside the bundle of the built server.
 * Not written into `new URL(…)`, because bundlers would take it for a file of theirs to copy.
 */
function workerUrl(): URL {
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './analysis-worker.ts' : './media-worker.js';
  return new URL(file, import.meta.url);
}

/**
 * Analyses a recording in a worker thread, so that three seconds of arithmetic for ten minutes of sound delay no request.
 * @throws {MediaUnreadable}
 * @throws {DecoderFailed}
 * @throws {ProcessingInterrupted}
 * @throws the signal's reason
 */
export async function analyse(input: AnalysisInput, signal: AbortSignal): Promise<SoundMeasurements> {
  signal.throwIfAborted();
  const worker = new Worker(workerUrl(), {
    workerData: { ...input, limits: processLimits() } satisfies AnalysisStart,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // The thread ends its program, and then itself.
  const onAbort = (): void => worker.postMessage('stop');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const end = await new Promise<AnalysisEnd>((resolve, reject) => {
      worker.once('message', resolve);
      // Out of memory, like any other exit before the result.
      worker.once('error', (cause) => reject(new ProcessingInterrupted('The thread that listens failed.', { cause })));
      worker.once('exit', () => reject(new ProcessingInterrupted('The thread that listens ended without a word.')));
    });
    signal.throwIfAborted();
    if ('measured' in end) return end.measured;
    if (end.isInterrupted) throw new ProcessingInterrupted(end.message);
    throw end.reason === null ? new DecoderFailed(end.message) : new MediaUnreadable(end.reason);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
