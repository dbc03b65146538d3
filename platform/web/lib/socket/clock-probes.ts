import type { ClientMessage } from '#platform/contract/event.ts';

/** One question for the server's clock, in milliseconds; the page's times are those of `performance.now()`. */
export interface ClockProbe {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly serverAt: number;
}

/** Probes of the server's clock that are under way. */
export interface ClockProbes {
  /** Asks once. @returns null when no answer came in time */
  ask(): Promise<ClockProbe | null>;
  /** An answer. @param sentAt of its question @param serverAt the server's time */
  answered(sentAt: number, serverAt: number): void;
}

/** Milliseconds after which a probe of the clock is given up. */
const PROBE_MS = 3000;

/** Probes over a connection. */
export function makeClockProbes(send: (message: ClientMessage) => void): ClockProbes {
  const waiting = new Map<number, (serverAt: number) => void>();
  return {
    ask: () =>
      new Promise((resolve) => {
        const sentAt = performance.now();
        const finish = (probe: ClockProbe | null): void => {
          clearTimeout(late);
          waiting.delete(sentAt);
          resolve(probe);
        };
        const late = setTimeout(() => finish(null), PROBE_MS);
        waiting.set(sentAt, (serverAt) => finish({ sentAt, serverAt, receivedAt: performance.now() }));
        send({ kind: 'ping', sentAt });
      }),
    answered(sentAt, serverAt) {
      waiting.get(sentAt)?.(serverAt);
    },
  };
}
