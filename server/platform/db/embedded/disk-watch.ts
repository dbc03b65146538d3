import fs from 'node:fs';
import { fillReserve, minFreeBytes, reserveBytes, reserveFile } from './disk-reserve.ts';
import type { Log } from './worker/worker-host.ts';

/** Milliseconds between two looks at the disk. The first one comes as late: a command is done by then. */
const lookMs = 2_000;

/** What the watch reports of the database's disk. */
export type DiskWatch = {
  /** The database has used its reserve: there is no room left. */
  reserveUsed(): void;
  stop(): void;
};

/**
 * Keeps a reserve for the database and watches the room on its disk.
 * @param onChange called with true when there is too little to write, with false when there is enough again
 */
export function watchDisk(dir: string, log: Log, onChange: (isFull: boolean) => void): DiskWatch {
  let isFull = false;
  let isChecking = false;
  const change = (to: boolean): void => {
    if (isFull === to) return;
    isFull = to;
    if (to) log('error', 'The disk is full. The database can only be read until there is room again.', { dir });
    else log('warn', 'The disk has room again. The database takes writes.', { dir });
    onChange(to);
  };
  const check = async (): Promise<void> => {
    const { bavail, bsize } = await fs.promises.statfs(dir);
    const free = bavail * bsize;
    if (free < minFreeBytes) return change(true);
    // Twice as much as it was closed for, or it would open and close with every row.
    if (free < 2 * minFreeBytes + reserveBytes && (isFull || !fs.existsSync(reserveFile(dir)))) return;
    if (await fillReserve(dir)) change(false);
  };
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // A folder that cannot be read fails where it is used.
      .catch(() => {})
      .finally(() => (isChecking = false));
  }, lookMs).unref();
  return {
    reserveUsed: () => change(true),
    stop: () => clearInterval(timer),
  };
}
