import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { type FullDisk, readRecord, recordFile, writeRecord } from './full-disk-record.ts';

/** Milliseconds between two checks of the disk. */
const checkMs = 1_000;
/** Free bytes below which nothing is written, and from which on writes are taken again: not open and closed with every row. */
const minFreeBytes = 32 * 2 ** 20;
const roomBytes = 112 * 2 ** 20;
/** Free bytes below which the disk could be full before the next check. */
const shortBytes = 2 ** 30;

/** What the watch knows of the database's disk. */
export type DiskWatch = {
  /** Staff have been mailed of the full disk: no later process does it again. */
  mailed(): void;
  stop(): void;
};

/** There is too little room to open the database; the message is a sentence for the operator. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

const megabytes = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/**
 * A start writes: its recovery, its migrations, its jobs. What may not be written in full is refused before it begins.
 * @param dir need not be there yet
 * @throws {DiskFullError}
 */
export async function requireRoom(dir: string): Promise<void> {
  let place = path.resolve(dir);
  while (!fs.existsSync(place)) place = path.dirname(place);
  const { bavail, bsize } = await fs.promises.statfs(place);
  const free = bavail * bsize;
  if (free >= minFreeBytes) return;
  throw new DiskFullError(
    `The disk of ${dir} is full: ${megabytes(free)} MB are free, and a start needs ${megabytes(minFreeBytes)} MB. Nothing is lost: make room on it and start again.`,
  );
}

/** What is done about the room on a disk. */
export interface DiskHandlers {
  /** Called with true when there is too little to write, with false when there is enough again. */
  onChange(isFull: boolean, of: FullDisk): void;
  /** Called again and again while the disk is short, with whether there is still some room, and not before the last call has ended. */
  onShort(hasRoom: boolean): Promise<void>;
}

/** Watches the room on the database's disk. */
export function watchDisk(dir: string, log: Logger, { onChange, onShort }: DiskHandlers): DiskWatch {
  let isFull = false;
  let isChecking = false;
  let isPreparing = false;
  // An earlier process may have left a disk that was full.
  let record = readRecord(dir);
  const fill = (): void => {
    if (isFull) return;
    isFull = true;
    record ??= { since: new Date(), isMailed: false };
    writeRecord(dir, record);
    log.error({ dir }, 'The disk is full. The database can only be read until there is room again.');
    onChange(true, record);
  };
  const clear = (): void => {
    if (!fs.existsSync(recordFile(dir))) writeRecord(dir, null);
    isFull = false;
    if (record === null) return;
    const ended = record;
    record = null;
    writeRecord(dir, null);
    log.warn({ dir }, 'The disk has room again. The database takes writes.');
    onChange(false, ended);
  };
  const check = async (): Promise<void> => {
    const { bavail, bsize } = await fs.promises.statfs(dir);
    const free = bavail * bsize;
    if (free < minFreeBytes) fill();
    else if (free >= roomBytes || (!isFull && record === null)) clear();
    // The next check does not wait for it.
    if (free < shortBytes && !isPreparing) {
      isPreparing = true;
      void onShort(free >= roomBytes).finally(() => (isPreparing = false));
    }
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // A folder that cannot be read fails where it is used.
      .catch(() => {})
      .finally(() => (isChecking = false));
  }, checkMs).unref();
  return {
    mailed() {
      if (record === null) return;
      record.isMailed = true;
      writeRecord(dir, record);
    },
    stop: () => clearInterval(timer),
  };
}
