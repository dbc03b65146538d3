import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';

/** Identifies one process well enough to distinguish it from a later one with the same id. */
export type ProcessIdentity = {
  readonly pid: number;
  /** When it started, in the system's own format; null where the system does not report it. */
  readonly started: string | null;
  readonly host: string;
  /** Process ids mean something only within one of these (containers); null outside Linux. */
  readonly space: string | null;
  /** One for each start of a machine, the same in all of its containers; null outside Linux. */
  readonly boot: string | null;
};

/** This process. */
export function thisProcess(): ProcessIdentity {
  const { pid } = process;
  return { pid, started: startOf(pid), host: os.hostname(), space: processSpace(), boot: bootId() };
}

/** Whether `other`'s process id can be looked up by `self`. */
export function isNeighbour(other: ProcessIdentity, self: ProcessIdentity): boolean {
  return other.host === self.host && other.space === self.space;
}

/** Whether both run under one kernel, in whatever containers. */
export function isSameMachine(other: ProcessIdentity, self: ProcessIdentity): boolean {
  return self.boot === null ? other.host === self.host : other.boot === self.boot;
}

/** Whether that very process runs; only for neighbours. */
export function isAlive(other: ProcessIdentity): boolean {
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return other.started === null || other.started === startOf(other.pid);
}

function processSpace(): string | null {
  try {
    return fs.readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

function bootId(): string | null {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The 22nd field, counted after the name, which may hold anything.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    }
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}
