import type { Readable, Writable } from 'node:stream';

/** What is known of a stored file. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

/** What a list has of a file: S3 lists name no content type. */
export type ListedFile = Omit<StoredFile, 'contentType'>;

/** What a writer says of a file. */
export interface FileMeta {
  readonly contentType: string;
  /** Where the length is known before the content: what would not fit is refused at once. */
  readonly bytes?: number;
}

/** Room of the disk that files lie on, in bytes. */
export interface Space {
  readonly free: number;
  readonly total: number;
  /** What writes leave free: database, log and system need it. */
  readonly reserve: number;
}

/** Where a file's bytes start and end, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where files are stored: a folder by default, an S3 store by setting. A key is a bucket of the specification and a
 * path in it (`gallery/…`), of letters, digits, `-`, `_`, `.` and `/`, without `..`.
 *
 * Every call may throw `BadStorageKey`, `StorageFull` or `StorageGone`.
 */
export interface Storage {
  /** Writes a file atomically. Replaces a file of the same key. */
  put(key: string, content: Readable | Uint8Array, meta: FileMeta): Promise<StoredFile>;
  /**
   * Takes over a finished file of this machine: moved where that is possible, else copied and then removed. After a
   * failure the file is still in its place.
   */
  take(key: string, file: string, meta: FileMeta): Promise<StoredFile>;
  /**
   * Reads a file, or a part of it; null when there is none. Whoever does not read to the end destroys the body.
   * @returns `bytes` of the whole file, whatever the range.
   */
  read(key: string, range?: ByteRange): Promise<{ bytes: number; body: Readable } | null>;
  /**
   * Sends a file, or a part of it, as fast as the target takes it, and ends the target. What has begun and fails, or
   * whose reader leaves, destroys the target: there is no error then.
   * @param begin called once the file is open: the time to write the response head. @returns false when there is none
   */
  send(key: string, range: ByteRange | null, begin: () => Writable): Promise<boolean>;
  stat(key: string): Promise<StoredFile | null>;
  /** Removing what is not there is not an error. */
  remove(key: string): Promise<void>;
  /** Keys under a prefix, in order. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /**
   * A file of this machine with the content, for programs that want a path: the stored one itself, which is not to be
   * changed, or a copy in `folder`. Null when there is none.
   */
  localFile(key: string, folder: string): Promise<string | null>;
  /**
   * Checks whether files can be stored and read.
   * @param signal ends the wait
   * @throws with a reason for the operator when not
   */
  check(signal: AbortSignal): Promise<void>;
  /** Room on the disk; null where nobody can say (S3). */
  space(): Promise<Space | null>;
  /** Removes the remains of interrupted writes that are older than `before`. */
  sweep(before: Date): Promise<void>;
  /** Ends the connections to the store. */
  close(): void;
}

/** A key that could leave the folder, or that an S3 store would not take. */
export class BadStorageKey extends Error {
  override name = 'BadStorageKey';
}

/** There is no room for what was to be written; nothing of it is left. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The disk or the store does not answer, or refuses its service. */
export class StorageGone extends Error {
  override name = 'StorageGone';
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const goneCodes = new Set('EIO EROFS EACCES EPERM ENXIO ENODEV ESTALE ENOTCONN EMFILE ENFILE ENOMEM EBUSY'.split(' '));
/** System calls outside the file system whose error codes it has too. */
const otherCalls = /^(connect|bind|listen|getaddrinfo|kill|spawn)/;

/**
 * An `errno` about the file system, not about a file: full, read-only, gone or out of handles.
 * Null for everything else, such as a file that is not there.
 */
export function diskFault(error: unknown): StorageFull | StorageGone | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if ('syscall' in error && otherCalls.test(String(error.syscall))) return null;
  if (fullCodes.has(String(error.code))) return new StorageFull('The disk is full.', { cause: error });
  return goneCodes.has(String(error.code)) ? new StorageGone('The disk does not answer.', { cause: error }) : null;
}

/** @throws {StorageFull} {StorageGone} where the file system fails, and what the work throws */
export async function asDiskFault<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw diskFault(error) ?? error;
  }
}

const keyPattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** @throws {BadStorageKey} */
export function checkKey(key: string): void {
  if (!keyPattern.test(key) || key.endsWith('.meta') || key.length > 500)
    throw new BadStorageKey(`Not a storage key: ${JSON.stringify(key)}`);
}
