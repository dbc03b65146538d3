import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A small disk of one's own, in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills it to its last byte, as another program would. @returns makes room again */
  fill(): () => void;
  remove(): void;
}

/** Makes a small disk; null where that is not allowed: only root may, on Linux. */
export function makeSmallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'looproom-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    fs.rmdirSync(folder);
    return null;
  }
  const file = path.join(folder, 'another-program');
  const empty = (): void => fs.rmSync(file, { force: true });
  return {
    folder,
    fill() {
      const descriptor = fs.openSync(file, 'w');
      try {
        for (let size = 2 ** 22; size >= 4096; size /= 2) {
          try {
            for (;;) if (fs.writeSync(descriptor, Buffer.alloc(size, 1)) < size) break;
          } catch {
            // Full for a part of this size: a smaller one may fit.
          }
        }
      } finally {
        fs.closeSync(descriptor);
      }
      return empty;
    },
    remove() {
      execFileSync('umount', ['-l', folder]);
      fs.rmdirSync(folder);
    },
  };
}
