import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisEnd, AnalysisStart } from './analysis-thread.ts';
import { MediaUnreadable, ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { runDecoder } from '#platform/server/media/ffmpeg.ts';
import { makeAnalysis } from './sound-analysis.ts';

/** The thread of `analyse`: one recording, then it ends. */
const { program, args, seconds, rate, weights, maxFrames, limits } = workerData as AnalysisStart;
const controller = new AbortController();
const analysis = makeAnalysis(rate, weights);
let bytesLeft = maxFrames * weights.length * 4;

async function run(): Promise<AnalysisEnd> {
  try {
    const onOutput = (chunk: Buffer): void => {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) throw new MediaUnreadable('too-long');
      analysis.add(chunk);
    };
    await runDecoder({ program, args, seconds, signal: controller.signal, onOutput, limits });
    return { measured: analysis.finish() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isInterrupted = error instanceof ProcessingInterrupted;
    return { reason: error instanceof MediaUnreadable ? error.reason : null, isInterrupted, message };
  }
}

parentPort!.once('message', () => controller.abort(new Error('stopped')));
const end = await run();
parentPort!.postMessage(end);
parentPort!.close();
