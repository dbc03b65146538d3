import fs from 'node:fs';
import { randomUUID } from 'node:crypto';

/** Milliseconds. A takeover waits longer than a lease, so that between them nobody may write. */
export type LeaseTimes = {
  /** A holder shows this often that it lives, and writes nothing without having shown it within this time. */
  readonly renewMs: number;
  /** A holder that was quiet for so long may write no more before it has its lease again. */
  readonly leaseMs: number;
  /** A lease that was quiet for so long may be taken over. */
  readonly takeoverMs: number;
};

/** The times of a site. Tests have shorter ones. */
export const leaseTimes: LeaseTimes = { renewMs: 2_000, leaseMs: 10_000, takeoverMs: 15_000 };

/** What the thread that writes needs to hold a lease that another thread has taken. */
export type LeaseGrant = { readonly file: string; readonly id: string; readonly times: LeaseTimes };

/**
 * The sole right to write to a folder, as a file beside it. A holder renews it by the file's time, because a machine
 * that shares the folder can see nothing else of it. `prove` stands before every write. After a stall that was longer
 * than a lease, the file is removed and made again, which exactly one of several processes can do.
 */
export class Lease {
  readonly #grant: LeaseGrant;
  readonly #onLost: () => void;
  #content: string;
  #renewed = { monotonic: -Infinity, wall: -Infinity };

  /**
   * Takes up the lease of `grant`, whatever its age.
   * @param onLost called when somebody else has taken it; nothing may be written from then on
   */
  constructor(grant: LeaseGrant, onLost: () => void) {
    this.#grant = grant;
    this.#onLost = onLost;
    this.#content = readLease(grant.file) ?? '';
    this.prove();
  }

  /** Call before every write: returns only while the lease is this process's own and young, unless `onLost` returns. */
  prove(): void {
    // Again, when this thread stood still while it renewed.
    for (let turn = 0; this.#age() >= this.#grant.times.renewMs; turn++) {
      if (!this.renew()) return this.#onLost();
      if (turn > 0 && this.#age() < this.#grant.times.leaseMs) return;
    }
  }

  /** @returns whether the lease is still this process's own */
  renew(): boolean {
    const { file, id, times } = this.#grant;
    const now = { monotonic: performance.now(), wall: Date.now() };
    if (idOf(this.#content) !== id) return false;
    if (this.#age() >= times.leaseMs) {
      if (!this.#takeAnew()) return false;
    } else {
      if (readLease(file) !== this.#content) return false;
      const time = new Date();
      fs.utimesSync(file, time, time);
    }
    this.#renewed = now;
    return true;
  }

  /** By both clocks: the monotonic one may stand still while a machine sleeps, the other one may be set. */
  #age(): number {
    return Math.max(performance.now() - this.#renewed.monotonic, Date.now() - this.#renewed.wall);
  }

  #takeAnew(): boolean {
    const next = `${JSON.stringify({ ...(JSON.parse(this.#content) as object), turn: randomUUID() })}\n`;
    if (!removeLease(this.#grant.file, this.#content) || !createLease(this.#grant.file, next)) return false;
    this.#content = next;
    return true;
  }
}

/** Makes the lease's file. @returns false when there is one */
export function createLease(file: string, content: string): boolean {
  // Written apart and linked, so that nobody ever reads half a lease.
  const draft = `${file}.${process.pid}.${randomUUID()}`;
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

/** What the lease says; undefined when there is none. */
export function readLease(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The holder's own mark in a lease; undefined in one of another format. */
export function idOf(content: string): string | undefined {
  try {
    const { id } = JSON.parse(content) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes the lease if it still says `content`; one of another holder is put back.
 * @returns whether it was removed, by this process and no other
 */
export function removeLease(file: string, content: string): boolean {
  const grave = `${file}.${process.pid}.${randomUUID()}`;
  try {
    fs.renameSync(file, grave);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const isSame = readLease(grave) === content;
  try {
    if (!isSame) fs.linkSync(grave, file);
  } catch {
    // A third one was faster; its lease stands.
  }
  fs.rmSync(grave, { force: true });
  return isSame;
}

/** The time of the last renewal, which changes and says nothing else: clocks differ between machines. */
export function lastRenewal(file: string): number {
  try {
    // Opened, because a network file system reads the real time only then.
    const descriptor = fs.openSync(file, 'r');
    try {
      return fs.fstatSync(descriptor).mtimeMs;
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    return 0;
  }
}
