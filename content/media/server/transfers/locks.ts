import type { Lock, Locker } from '@tus/server';
import { Refusal } from '#platform/server/http/refusal.ts';

/** Milliseconds that a request waits for the one before it, which is asked to end. */
const PATIENCE_MS = 10_000;

interface Holder {
  readonly release: () => void | Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * A mutex for each transfer of this process. A new request asks the one before it to end: it may belong to a connection
 * that the browser has lost and the server has not.
 */
export function makeLocker(): Locker {
  const holders = new Map<string, Holder>();
  return {
    newLock(id): Lock {
      let end: (() => void) | null = null;
      return {
        async lock(signal, release) {
          const until = performance.now() + PATIENCE_MS;
          for (let before = holders.get(id); before; before = holders.get(id)) {
            await before.release();
            await Promise.race([before.ended, aborted(signal), later(until - performance.now())]);
            if (signal.aborted || performance.now() >= until) throw new Refusal('upload_conflict');
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          end = resolve;
          holders.set(id, { release, ended: promise });
        },
        async unlock() {
          holders.delete(id);
          end?.();
        },
      };
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)).unref());
}
