import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** Bytes that must be free before a run writes into memory: many times what it was seen to need. */
const IN_MEMORY_BYTES = 8 * 2 ** 30;

/** In the environment of whatever runs inside a run folder: its folder. */
const MARK = 'TEST_RUN_FOLDER';

/** The temporary folder of a run of tests. */
export interface RunFolder {
  readonly folder: string;
  /** Removes it; also done when the process exits. Leaves one that another process has made. */
  remove(): void;
}

/**
 * Makes a folder for all that the tests write, the temporary folder of this process and of those that it starts: in
 * memory, where the machine has plenty. Databases that live for a test file open there in half the time. A process that
 * was started by one with a run folder uses that.
 */
export function enterRunFolder(): RunFolder {
  const present = process.env[MARK];
  if (present) return { folder: present, remove: () => {} };
  const memory = '/dev/shm';
  const isLarge = (): boolean => {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= IN_MEMORY_BYTES && freemem() >= IN_MEMORY_BYTES;
  };
  const folder = mkdtempSync(path.join(existsSync(memory) && isLarge() ? memory : tmpdir(), 'looproom-test-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  // PostgreSQL runs as an account of its own, and has its folder below.
  chmodSync(folder, 0o711);
  process.env[MARK] = folder;
  process.env['TMPDIR'] = folder;
  return { folder, remove };
}
