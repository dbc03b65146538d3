import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LockOptions } from '#server/platform/db/embedded/files/lock.ts';

/** A process that writes to an embedded database (`crash-child.ts`). */
export type Writer = {
  readonly pid: number;
  /** The ids whose inserts were acknowledged. */
  readonly acknowledged: () => number[];
  readonly isOpen: () => boolean;
  /** What it said on standard error. */
  readonly errors: () => string;
  readonly hasEnded: () => boolean;
  /** Resolves at its end with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
};

/** Starts a writer on a folder. */
export function startWriter(dir: string, template: string, lock: LockOptions = {}): Writer {
  const file = fileURLToPath(new URL('crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [file, dir, template, JSON.stringify(lock)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (errors += data));
  // The last piece is empty, or a line that was cut off by the kill.
  const lines = (): string[] => out.split('\n').slice(0, -1);
  return {
    pid: child.pid!,
    acknowledged: () => lines().slice(1).map(Number),
    isOpen: () => lines()[0] === 'open',
    errors: () => errors,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: once(child, 'close').then(([code]) => code as number | null),
    signal: (signal) => void child.kill(signal),
  };
}

/** Waits for something that happens soon, even on a busy machine. @throws when it does not within a minute */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const started = Date.now();
  while (!condition()) {
    if (Date.now() - started > 60_000) throw new Error(`Waited a minute in vain for ${what}.`);
    await sleep(5);
  }
}
