import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Lease, createLease, idOf, lastRenewal, leaseTimes, readLease, removeLease } from './lease.ts';
import type { LeaseGrant, LeaseTimes } from './lease.ts';
import { takeOsLock } from './os-lock.ts';
import type { OsLock } from './os-lock.ts';
import { isAlive, isNeighbour, isSameMachine, thisProcess } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** A folder held by this process. */
export type FolderLock = {
  /** For the thread that writes: its `Lease` takes the place of this one's, which is renewed until `handOver`. */
  readonly grant: LeaseGrant;
  /** Call before a change of the folder in this thread. */
  prove(): void;
  /** From now on another thread renews the lease. */
  handOver(): void;
  release(): void;
};

/** What tests may change. */
export type LockOptions = {
  /**
   * Plays a process of another machine that shares the folder, by this name: it has no operating-system lock in common
   * with others, and cannot query their processes.
   */
  readonly machine?: string;
  readonly times?: LeaseTimes;
};

/** The folder is in use; the message is a sentence for whoever starts the site. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/** The file of the lease, beside the folder. */
export function lockFile(dir: string): string {
  return `${path.resolve(dir)}.lock`;
}

/**
 * Takes a database folder for this process, because two processes on one folder destroy it. On one machine the
 * operating system's lock decides: it holds while its process is suspended, and ends with it. Other machines that share
 * the folder see the lease: one that gave no sign of life for 15 s is taken over, and its holder writes nothing after
 * 10 s without one.
 * @param onLost called when somebody else has taken the lease; only a process that stood still can lose it
 * @throws FolderInUseError
 */
export async function lockFolder(dir: string, onLost: () => void, options: LockOptions = {}): Promise<FolderLock> {
  const file = lockFile(dir);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const osLock = options.machine === undefined ? takeOsLock(`${path.resolve(dir)}.mutex`) : 'unsupported';
  if (osLock === 'busy') throw new FolderInUseError(sentence(dir, file, readLease(file) ?? '', true));
  try {
    return await takeLease(dir, file, osLock === 'unsupported' ? null : osLock, onLost, options);
  } catch (error) {
    if (osLock !== 'unsupported') osLock.release();
    throw error;
  }
}

async function takeLease(
  dir: string,
  file: string,
  osLock: OsLock | null,
  onLost: () => void,
  { machine, times = leaseTimes }: LockOptions,
): Promise<FolderLock> {
  const id = randomUUID();
  const self = { ...thisProcess(), ...(machine !== undefined && { host: machine, space: null, boot: null }) };
  const content = `${JSON.stringify({ ...self, id, osLock: osLock !== null, taken: Date.now() })}\n`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createLease(file, content)) return keep({ file, id, times }, osLock, onLost);
    const found = readLease(file);
    if (found === undefined) continue;
    if (await isHeld(file, found, self, osLock !== null, times))
      throw new FolderInUseError(sentence(dir, file, found, false));
    removeLease(file, found);
  }
  throw new FolderInUseError(
    `Several processes are trying to open the database folder ${dir} at once. Start only one.`,
  );
}

type Holder = ProcessIdentity & { readonly osLock?: boolean };

function parse(content: string): Holder | undefined {
  try {
    const found = JSON.parse(content) as Holder;
    return Number.isInteger(found.pid) && typeof found.host === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

async function isHeld(
  file: string,
  content: string,
  self: ProcessIdentity,
  isLocked: boolean,
  times: LeaseTimes,
): Promise<boolean> {
  const holder = parse(content);
  const last = lastRenewal(file);
  // Quiet since before this machine started: no process of this boot holds it.
  const booted = Date.now() - os.uptime() * 1_000;
  if (last < booted && holder?.host === self.host) return false;
  if (holder !== undefined && isNeighbour(holder, self)) return isAlive(holder);
  // In another container: were it alive, the kernel would not have given its lock to this process.
  if (isLocked && holder?.osLock === true && isSameMachine(holder, self)) return false;
  for (let waited = 0; waited < times.takeoverMs; waited += times.takeoverMs / 30) {
    await sleep(times.takeoverMs / 30);
    if (lastRenewal(file) !== last) return true;
  }
  return false;
}

function keep(grant: LeaseGrant, osLock: OsLock | null, onLost: () => void): FolderLock {
  const timer = setInterval(() => {
    if (!lease.renew()) lost();
  }, grant.times.renewMs).unref();
  const lost = (): void => {
    clearInterval(timer);
    onLost();
  };
  const lease = new Lease(grant, lost);
  return {
    grant,
    prove: () => lease.prove(),
    handOver: () => clearInterval(timer),
    release() {
      clearInterval(timer);
      const content = readLease(grant.file);
      if (content !== undefined && idOf(content) === grant.id) removeLease(grant.file, content);
      osLock?.release();
    },
  };
}

function sentence(dir: string, file: string, content: string, isCertain: boolean): string {
  const holder = parse(content);
  if (holder !== undefined && isNeighbour(holder, thisProcess()) && holder.pid === process.pid) {
    return `The database folder ${dir} is already open in this process (${process.pid}). Use the pool that is there.`;
  }
  const said =
    `The database folder ${dir} is in use by process ${holder?.pid ?? 'unknown'} ` +
    `on host ${holder?.host ?? 'unknown'}; only one process at a time may open it. ` +
    `Stop that process and start again, or give this one another folder.`;
  // The operating system knows that it runs, suspended perhaps.
  return isCertain ? said : `${said} If that process certainly no longer runs, delete ${file}.`;
}
