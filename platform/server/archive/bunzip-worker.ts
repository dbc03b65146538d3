import { parentPort, workerData } from 'node:worker_threads';
import Bunzip from 'seek-bzip';
import type { BunzipAnswer, BunzipTask } from './bunzip.ts';

/** The thread of `bunzip`: one content, then it ends. */
const { packed, bytes } = workerData as BunzipTask;
// The package makes its tables with `new Buffer(256)`: each thread would warn of it.
process.noDeprecation = true;

function unpack(): BunzipAnswer {
  const content = new Uint8Array(bytes);
  let at = 0;
  const writeByte = (byte: number): void => {
    if (at === bytes) throw new Error('There is more than was said.');
    content[at++] = byte;
  };
  try {
    Bunzip.decode(packed, { writeByte });
  } catch {
    // Whatever it is: the content is not bzip2 of this size.
    return null;
  }
  return at === bytes ? content : null;
}

const answer = unpack();
parentPort!.postMessage(answer, answer === null ? [] : [answer.buffer]);
