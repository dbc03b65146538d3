import { Worker } from 'node:worker_threads';
import { ProcessingInterrupted } from '#platform/server/media/errors.ts';
import { makeSlots } from '#platform/server/slots.ts';
import { ArchiveRefused } from './errors.ts';

/** What a thread is started with, and what it answers. */
export interface BunzipTask {
  readonly packed: Uint8Array<ArrayBuffer>;
  /** Of the unpacked content, as the directory says. */
  readonly bytes: number;
}
/** The content; null where it is not that. */
export type BunzipAnswer = Uint8Array<ArrayBuffer> | null;

/** Contents in memory at once, and milliseconds that one waits for its turn. */
const AT_ONCE = 2;
const WAIT_MS = 60_000;
const slots = makeSlots(AT_ONCE, WAIT_MS, () => new ProcessingInterrupted('Too much waits to be unpacked.'));

/** Where the thread's file is: beside this one as TypeScript, or beside the bundle of the built server. */
function workerUrl(): URL {
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './bunzip-worker.ts' : './bunzip-worker.js';
  return new URL(file, import.meta.url);
}

/**
 * Unpacks bzip2 in a thread: a block of it takes longer than a request may wait. Both contents are in memory.
 * @param bytes as the directory says; one more or less is an error, found before it is stored
 * @throws {ArchiveRefused} `broken` @throws {ProcessingInterrupted} where the machine ends the thread
 */
export async function bunzip(packed: Uint8Array, bytes: number): Promise<Uint8Array> {
  const release = await slots.take();
  try {
    const copy = Uint8Array.from(packed);
    const task: BunzipTask = { packed: copy, bytes };
    const worker = new Worker(workerUrl(), { workerData: task, transferList: [copy.buffer] });
    const content = await new Promise<BunzipAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (cause) =>
        reject(new ProcessingInterrupted('The thread that unpacks has failed.', { cause })),
      );
      worker.once('exit', () => reject(new ProcessingInterrupted('The thread that unpacks has ended.')));
    });
    await worker.terminate();
    if (content === null) throw new ArchiveRefused('broken');
    return content;
  } finally {
    release();
  }
}
