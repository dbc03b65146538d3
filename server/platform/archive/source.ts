import { buffer } from 'node:stream/consumers';
import { type Storage, StorageGone } from '#server/platform/storage/storage.ts';
import { ArchiveRefused } from './errors.ts';

/** A file that is read in ranges: nothing needs the whole of it at once. */
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
      const found = await storage.read(key, { start, end: start + length - 1 });
      // Its row says that it is there: nothing is wrong with the archive.
      if (!found) throw new StorageGone('A stored archive is not there.');
      return await buffer(found.body);
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
