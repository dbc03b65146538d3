import type { Logger } from 'pino';
import { type Outage, outageOf } from './db/outage.ts';
import { StorageFull, StorageGone, diskFault } from './storage/storage.ts';

/** Parts that a site may lose for a while. */
export type Part = 'database' | 'storage';

/** An outage that an error stands for. */
export interface FoundOutage {
  readonly part: Part;
  readonly state: Outage;
}

/** The outage that an error stands for, its causes included; null for a defect or a refusal. */
export function findOutage(error: unknown): FoundOutage | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++)
    if (current instanceof StorageFull || current instanceof StorageGone)
      return { part: 'storage', state: current instanceof StorageFull ? 'full' : 'away' };
  const state = outageOf(error);
  if (state !== null) return { part: 'database', state };
  // What a file system says to code that does not go through the storage, such as the folder of work.
  const isOfDisk = error instanceof Error && 'syscall' in error && diskFault(error) !== null;
  return isOfDisk ? { part: 'storage', state: 'away' } : null;
}

/** Counts the errors of outages, and logs one line at the beginning and one at the end of each. */
export interface Outages {
  /**
   * Counts an error that an outage explains. The first one of an outage writes its line.
   * @param isRequest a request failed; else a job, the bus or a timer
   * @returns null where no outage explains it: the caller logs it
   */
  note(error: unknown, isRequest?: boolean): FoundOutage | null;
  /** Sets the probe of a part; it throws while the part cannot be used. */
  watch(part: Part, probe: (signal: AbortSignal) => Promise<unknown>): void;
  /** Ends the watch. */
  stop(): void;
}

/** Milliseconds between two probes of a part, and for the answer to one. */
const PROBE_MS = 5000;
/** Milliseconds without an error before an outage counts as over: a full disk answers every probe. */
const QUIET_MS = 10_000;

const names = { database: 'the database', storage: 'the file storage' } as const;

interface Running {
  readonly state: Outage;
  readonly since: number;
  lastAt: number;
  requests: number;
  background: number;
}

/** @param now milliseconds */
export function makeOutages(log: Pick<Logger, 'warn'>, now: () => number = () => performance.now()): Outages {
  const running = new Map<Part, Running>();
  const probes = new Map<Part, (signal: AbortSignal) => Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const probe = async (): Promise<void> => {
    for (const [part, outage] of running) {
      if (now() - outage.lastAt < QUIET_MS) continue;
      try {
        await probes.get(part)?.(AbortSignal.timeout(PROBE_MS));
      } catch {
        continue;
      }
      // Another error came during the probe.
      if (isStopped || now() - outage.lastAt < QUIET_MS) continue;
      running.delete(part);
      const { state, requests, background } = outage;
      const seconds = Math.round((now() - outage.since) / 1000);
      log.warn({ outage: part, state, requests, background, seconds }, `${names[part]} can be used again`);
    }
    timer = undefined;
    if (running.size > 0) probeLater();
  };
  const probeLater = (): void => {
    if (!isStopped) timer ??= setTimeout(() => void probe(), PROBE_MS).unref();
  };
  return {
    note(error, isRequest = false) {
      const outageOfError = findOutage(error);
      if (outageOfError === null || isStopped) return outageOfError;
      const { part, state } = outageOfError;
      let outage = running.get(part);
      if (!outage) {
        outage = { state, since: now(), lastAt: now(), requests: 0, background: 0 };
        running.set(part, outage);
        log.warn({ outage: part, state, reason: reasonOf(error) }, `${names[part]} cannot be used`);
      }
      outage.lastAt = now();
      if (isRequest) outage.requests++;
      else outage.background++;
      probeLater();
      return outageOfError;
    },
    watch(part, ask) {
      probes.set(part, ask);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The reason for the operator: the message of the last cause. */
function reasonOf(error: unknown): string {
  const reasons: string[] = [];
  for (let current = error; current instanceof Error && reasons.length < 5; current = current.cause)
    reasons.push(current.message);
  return reasons.join(' ');
}
