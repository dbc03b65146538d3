/** How long this device takes to begin, and to seek, before anything was learnt. */
const FIRST_START_MS = 40;
const FIRST_SEEK_MS = 150;
const LEARN = 0.5;
const LONGEST_START_MS = 600;
const [SHORTEST_SEEK_MS, LONGEST_SEEK_MS] = [80, 3000];
/** Milliseconds after a start before the difference is judged: the element's clock settles. */
const SETTLE_MS = 300;

/** Estimates how long this device takes to seek and to begin, from measured results. */
export interface DeviceDelays {
  /** From a call of `play` until it is heard. */
  startMs(): number;
  /** From a seek of a paused sound until it could begin there, with a margin. */
  seekMs(): number;
  /** A start has begun; what comes of it is learnt. */
  begin(): void;
  /** True until the outcome of what was begun can be judged. */
  isSettling(): boolean;
  /** Takes the difference that was left after a start. */
  learnStart(errorMs: number): void;
  /** Takes how long a seek took; `isLate` where the room was past its place by then. */
  learnSeek(ms: number, isLate: boolean): void;
  /** What was begun is judged no more. */
  forget(): void;
}

/** Delays as they are assumed before anything was learnt. */
export function makeDeviceDelays(): DeviceDelays {
  let [startMs, seekMs] = [FIRST_START_MS, FIRST_SEEK_MS];
  let begunAt: number | null = null;
  let isLearnt = false;
  return {
    startMs: () => startMs,
    seekMs: () => seekMs,
    begin() {
      begunAt = performance.now();
    },
    isSettling: () => begunAt !== null && performance.now() - begunAt < SETTLE_MS,
    learnStart(errorMs) {
      if (begunAt === null) return;
      // The first one says more than the guess that it replaces.
      startMs = Math.min(LONGEST_START_MS, Math.max(0, startMs - (isLearnt ? LEARN : 1) * errorMs));
      [begunAt, isLearnt] = [null, true];
    },
    learnSeek(ms, isLate) {
      const wanted = isLate ? Math.max(ms * 1.25, seekMs * 2) : seekMs + LEARN * (ms * 1.5 + 30 - seekMs);
      seekMs = Math.min(LONGEST_SEEK_MS, Math.max(SHORTEST_SEEK_MS, wanted));
    },
    forget() {
      begunAt = null;
    },
  };
}
