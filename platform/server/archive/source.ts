import { buffer } from 'node:stream/consumers';
import { type Storage, StorageGone } from '#platform/server/storage/storage.ts';
import { ArchiveRefused } from './errors.ts';

/** Random access to a file by ranges. */
export interface RangeSource {
  readonly bytes: number;
  /** @throws {ArchiveRefused} `broken` where the file does not have so much */
  read(start: number, length: number): Promise<Buffer>;
}

/** A stored file as ranges. */
export function storedSource(storage: Storage, key: string, bytes: number): RangeSource {
  return {
    bytes,
    async read(start, length) {
      if (length === 0) return Buffer.alloc(0);
      if (start < 0 || start + length > bytes) throw new ArchiveRefused('broken');
      const stored = await storage.read(key, { start, end: start + length - 1 });
      // Its row says that it is there: nothing is wrong with the archive.
      if (!stored) throw new StorageGone('A stored archive is not there.');
      return await buffer(stored.body);
    },
  };
}

/** Bytes in memory as ranges. */
export function memorySource(content: Buffer): RangeSource {
  return {
    bytes: content.length,
    async read(start, length) {
      if (start < 0 || start + length > content.length) throw new ArchiveRefused('broken');
      return content.subarray(start, start + length);
    },
  };
}

/** Bytes of a read behind a far jump, and the most that is read ahead. */
const AHEAD_MIN = 4 * 1024;
const AHEAD_MAX = 2 * 1024 * 1024;
/** A jump over fewer bytes reads them too: they cost less than another request to a store. */
const NEAR = 256 * 1024;

/** Reads a file forward through a read-ahead window that grows while the reads are close together. */
export class Cursor {
  readonly #source: RangeSource;
  readonly #end: number;
  #window: Buffer = Buffer.alloc(0);
  #start = 0;
  #ahead = AHEAD_MIN;

  /** @param end nothing is read from here on */
  constructor(source: RangeSource, end: number) {
    this.#source = source;
    this.#end = end;
  }

  /** Bytes of the window, without waiting; null where it does not have them. They are the window's own. */
  peek(at: number, length: number): Buffer | null {
    const from = at - this.#start;
    return from >= 0 && from + length <= this.#window.length ? this.#window.subarray(from, from + length) : null;
  }

  /** Bytes at a place that is not before the last one. @throws {ArchiveRefused} `broken` behind the end */
  async take(at: number, length: number): Promise<Buffer> {
    const there = this.peek(at, length);
    if (there) return there;
    if (at + length > this.#end) throw new ArchiveRefused('broken');
    const windowEnd = this.#start + this.#window.length;
    const isNear = at >= this.#start && at <= windowEnd + NEAR;
    this.#ahead = isNear ? Math.min(this.#ahead * 2, AHEAD_MAX) : AHEAD_MIN;
    const rest = isNear ? this.#window.subarray(at - this.#start) : Buffer.alloc(0);
    const wanted = Math.min(Math.max(length, this.#ahead), this.#end - at);
    const more = await this.#source.read(at + rest.length, wanted - rest.length);
    this.#window = rest.length === 0 ? more : Buffer.concat([rest, more]);
    this.#start = at;
    return this.#window.subarray(0, length);
  }
}
