import type { Readable } from 'node:stream';

/** What is known of a stored file. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/**
 * Where files are kept: a folder by default, an S3 store later. A key is a bucket of the specification and a path in it
 * (`gallery/…`), of letters, digits, `-`, `_`, `.` and `/`, without `..`.
 */
export interface Storage {
  /** Writes a file whole or not at all. Replaces one of the same key. */
  put(key: string, content: Readable | Uint8Array, meta: { contentType: string }): Promise<StoredFile>;
  /** Reads a file, or the bytes from `start` to `end` (inclusive); null when there is none. */
  read(key: string, range?: { start: number; end: number }): Promise<{ file: StoredFile; body: Readable } | null>;
  stat(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
  /** Keys under a prefix, in order. */
  list(prefix: string): AsyncIterable<StoredFile>;
}
