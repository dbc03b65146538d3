import { createReadStream, read } from 'node:fs';
import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange } from './storage.ts';

/** Backpressure: bytes in flight to one reader. */
const PIECE_BYTES = 256 * 1024;
/** Pool of buffers. */
const spare: Buffer[] = [];
const MAX_SPARE = 32;

/**
 * Sends an open file, or a part of it, and ends the target; a failure or a reader who leaves destroys it.
 *
 * A socket is sent chunk after chunk from one pooled buffer: fresh ones cost half of the CPU time (1.4 against 0.7 ms for
 * a megabyte). A socket says when it is done with a chunk; other targets may keep it, and get buffers of their own.
 */
export async function sendFrom(fd: number, range: ByteRange | null, target: Writable): Promise<void> {
  if (target instanceof ServerResponse && target.socket instanceof Socket) {
    await sendPieces(fd, range, target);
    return;
  }
  const content = createReadStream('', { fd, autoClose: false, ...range, highWaterMark: PIECE_BYTES });
  await pipeline(content, target).catch(() => void target.destroy());
}

async function sendPieces(fd: number, range: ByteRange | null, target: Writable): Promise<void> {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  const left = new Promise<'left'>((resolve) => target.once('close', () => resolve('left')));
  target.on('error', () => target.destroy());
  const end = range?.end ?? Number.MAX_SAFE_INTEGER;
  try {
    for (let at = range?.start ?? 0; at <= end;) {
      const bytes = await readInto(fd, buffer, Math.min(PIECE_BYTES, end - at + 1), at);
      if (bytes === 0) break;
      at += bytes;
      const written = new Promise<Error | null | undefined>((resolve) => {
        target.write(buffer.subarray(0, bytes), resolve);
      });
      // A pending write to a reader who left may still point into the buffer: it does not return to the pool.
      if (await Promise.race([written, left])) return;
    }
    target.end();
    if (spare.length < MAX_SPARE) spare.push(buffer);
  } catch {
    target.destroy();
  }
}

function readInto(fd: number, buffer: Buffer, length: number, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}
