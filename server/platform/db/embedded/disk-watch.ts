import fs from 'node:fs';
import path from 'node:path';
import { fillReserve, minFreeBytes, reserveBytes, reserveFile } from './disk-reserve.ts';
import { type FullDisk, readRecord, recordFile, writeRecord } from './full-disk-record.ts';
import type { Log } from './worker/worker-host.ts';

/** Milliseconds between two checks of the disk. The first one comes as late: a command is done by then. */
const checkMs = 2_000;

/** What the watch knows of the database's disk. */
export type DiskWatch = {
  /** The database has used its reserve: there is no room left. */
  reserveUsed(): void;
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

/**
 * Maintains a reserve for the database and watches the room on its disk.
 * @param onChange called with true when there is too little to write, with false when there is enough again
 */
export function watchDisk(dir: string, log: Log, onChange: (isFull: boolean, of: FullDisk) => void): DiskWatch {
  let isFull = false;
  let isChecking = false;
  // An earlier process may have left a disk that was full.
  let record = readRecord(dir);
  const fill = (): void => {
    if (isFull) return;
    isFull = true;
    record ??= { since: new Date(), isMailed: false };
    writeRecord(dir, record);
    log('error', 'The disk is full. The database can only be read until there is room again.', { dir });
    onChange(true, record);
  };
  const clear = (): void => {
    if (!fs.existsSync(recordFile(dir))) writeRecord(dir, null);
    isFull = false;
    if (record === null) return;
    const ended = record;
    record = null;
    writeRecord(dir, null);
    log('warn', 'The disk has room again. The database takes writes.', { dir });
    onChange(false, ended);
  };
  const check = async (): Promise<void> => {
    const { bavail, bsize } = await fs.promises.statfs(dir);
    const free = bavail * bsize;
    if (free < minFreeBytes) return fill();
    // Twice as much as it was closed for, or it would open and close with every row.
    if (free < 2 * minFreeBytes + reserveBytes && (isFull || record !== null || !fs.existsSync(reserveFile(dir))))
      return;
    if (await fillReserve(dir)) clear();
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
    reserveUsed: fill,
    mailed() {
      if (record === null) return;
      record.isMailed = true;
      writeRecord(dir, record);
    },
    stop: () => clearInterval(timer),
  };
}
