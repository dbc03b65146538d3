import { parentPort } from 'node:worker_threads';
import { SoundAnalysis, decodedFormat } from './analyse.ts';
import type { AnalysisQuestion } from './analyse-thread.ts';

/** The thread that finds waveform, length, tempo and key, so that the arithmetic delays no request. One sound at a time. */
let analysis: SoundAnalysis | null = null;

parentPort!.on('message', (question: AnalysisQuestion) => {
  if ('begin' in question) {
    analysis = new SoundAnalysis(question.begin, question.isDecoded ? decodedFormat(question.begin) : null);
    return;
  }
  if ('chunk' in question) {
    parentPort!.postMessage({ wantsMore: analysis!.add(Buffer.from(question.chunk)) });
    return;
  }
  parentPort!.postMessage({ facts: analysis!.finish() });
  analysis = null;
});
