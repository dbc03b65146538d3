import { Worker } from 'node:worker_threads';
import type { SoundFacts } from './analyse.ts';

/** What the thread is asked. */
export type AnalysisQuestion =
  | { readonly begin: number; readonly isDecoded: boolean }
  | { readonly chunk: Uint8Array }
  | { readonly end: true };

/** Finds what is to be found of sounds, one after the other. */
export interface Analyst {
  /**
   * @param content read only as far as it changes something
   * @param isDecoded the content is nothing but samples, as `decodedFormat` says
   */
  analyse(content: AsyncIterable<Buffer>, bytes: number, isDecoded?: boolean): Promise<SoundFacts>;
  close(): Promise<void>;
}

/** Megabytes of the thread's heap. */
const HEAP_MB = 64;

/** Where the thread's file is: beside this one as TypeScript, or beside the bundle of the built server. */
function workerUrl(): URL {
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './analyse-worker.ts' : './archive-worker.js';
  return new URL(file, import.meta.url);
}

/** Opens a thread for the sounds of an archive. */
export function openAnalyst(): Analyst {
  const worker = new Worker(workerUrl(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  let failure: Error | null = null;
  const waiting: { give: (answer: unknown) => void; fail: (error: Error) => void }[] = [];
  const end = (error: Error): void => {
    failure ??= error;
    for (const { fail } of waiting.splice(0)) fail(error);
  };
  worker.on('message', (answer: unknown) => waiting.shift()?.give(answer));
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread that analyses sounds has ended.')));
  const ask = async <T>(question: AnalysisQuestion, transfer: ArrayBuffer[] = []): Promise<T> => {
    if (failure) throw failure;
    const answer = new Promise<unknown>((give, fail) => void waiting.push({ give, fail }));
    worker.postMessage(question, transfer);
    return (await answer) as T;
  };
  return {
    async analyse(content, bytes, isDecoded = false) {
      if (failure) throw failure;
      worker.postMessage({ begin: bytes, isDecoded } satisfies AnalysisQuestion);
      for await (const chunk of content) {
        const copy = Uint8Array.from(chunk);
        const { wantsMore } = await ask<{ wantsMore: boolean }>({ chunk: copy }, [copy.buffer]);
        if (!wantsMore) break;
      }
      return (await ask<{ facts: SoundFacts }>({ end: true })).facts;
    },
    async close() {
      await worker.terminate();
    },
  };
}
