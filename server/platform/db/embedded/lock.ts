import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, isNeighbour, thisProcess } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** Milliseconds between two signs of life in the lock file. */
const beatMs = 2_000;

/** Milliseconds without one after which a lock from another machine or container counts as left behind. */
const silenceMs = 15_000;

/** A folder held by this process. */
export type FolderLock = { release(): void };

/** The folder is in use; the message is a sentence for whoever starts the site. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** The lock's file, beside the folder. */
export function lockFile(dir: string): string {
  return `${path.resolve(dir)}.lock`;
}

/**
 * Takes a database folder for this process, because two processes on one folder silently lose rows. A lock whose
 * process is gone (killed, rebooted, its id reused) is taken over at once; one from another machine or container,
 * where processes cannot be looked up, after it has given no sign of life for 15 s.
 * @param onLost called when someone else took the lock, which only happens to a process that was long suspended
 * @throws FolderInUseError
 */
export async function lockFolder(dir: string, onLost: () => void): Promise<FolderLock> {
  const file = lockFile(dir);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const content = `${JSON.stringify({ ...thisProcess(), taken: Date.now() })}\n`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(file, content)) return keep(file, content, onLost);
    const held = read(file);
    if (held === undefined) continue;
    if (await isHeld(file, held)) throw new FolderInUseError(sentence(dir, file, held));
    bury(file, held);
  }
  throw new FolderInUseError(
    `Several processes are trying to open the database folder ${dir} at once. Start only one.`,
  );
}

function create(file: string, content: string): boolean {
  // Written apart and linked, so that nobody ever reads half a lock.
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  fs.writeFileSync(draft, content, { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST' && createPlainly(file, content);
  } finally {
    fs.unlinkSync(draft);
  }
}

/** For file systems without links. */
function createPlainly(file: string, content: string): boolean {
  try {
    fs.writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(content: string): ProcessIdentity | undefined {
  try {
    const found = JSON.parse(content) as ProcessIdentity;
    return Number.isInteger(found.pid) && typeof found.host === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

async function isHeld(file: string, content: string): Promise<boolean> {
  const holder = parse(content);
  const lastBeat = beat(file);
  // Quiet since before this machine started: no process of this boot holds it.
  const booted = Date.now() - os.uptime() * 1_000;
  if (lastBeat < booted && holder?.host === os.hostname()) return false;
  if (holder !== undefined && isNeighbour(holder)) return isAlive(holder);
  // The clocks of two machines differ, so only a change of the time tells, not the time.
  for (let waited = 0; waited < silenceMs; waited += 500) {
    await sleep(500);
    if (beat(file) !== lastBeat) return true;
  }
  return false;
}

function beat(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Removes a dead lock, unless another process was faster and it is not the same any more. */
function bury(file: string, content: string): void {
  const grave = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, grave);
    if (read(grave) !== content) fs.linkSync(grave, file);
  } catch {
    // Somebody else moved first; the next attempt sees what there is now.
  }
  fs.rmSync(grave, { force: true });
}

function keep(file: string, content: string, onLost: () => void): FolderLock {
  const timer = setInterval(() => {
    if (read(file) === content) {
      const now = new Date();
      fs.utimes(file, now, now, () => {});
      return;
    }
    clearInterval(timer);
    onLost();
  }, beatMs).unref();
  return {
    release() {
      clearInterval(timer);
      if (read(file) === content) fs.rmSync(file, { force: true });
    },
  };
}

function sentence(dir: string, file: string, content: string): string {
  const holder = parse(content);
  if (holder !== undefined && isNeighbour(holder) && holder.pid === process.pid) {
    return `The database folder ${dir} is already open in this process (${process.pid}). Use the pool that is there.`;
  }
  return (
    `The database folder ${dir} is in use by process ${holder?.pid ?? 'unknown'} ` +
    `on host ${holder?.host ?? 'unknown'}; only one process at a time may open it. ` +
    `Stop that process and start again, or give this one another folder. ` +
    `If that process certainly no longer runs, delete ${file}.`
  );
}
