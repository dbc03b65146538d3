/** How long this device takes to seek and to begin, at first, and how much each time teaches. */
const FIRST_SEEK_MS = 60;
const FIRST_START_MS = 40;
const LEARN = 0.5;
const LONGEST_MS = 600;
/** Milliseconds after a start or a seek before the difference is judged: the element's clock settles. */
const SETTLE_MS = 350;

/** How long this device takes to seek and to begin, learnt from what came of it. */
export interface DeviceDelays {
  seekMs(): number;
  startMs(): number;
  /** A seek or a start has begun; what comes of it is learnt. */
  begin(what: 'seek' | 'start'): void;
  /** True until the outcome of what was begun can be judged. */
  isSettling(): boolean;
  /** Takes the difference that was left after it. */
  learn(errorMs: number): void;
  forget(): void;
}

/** Delays as they are assumed before anything was learnt. */
export function makeDeviceDelays(): DeviceDelays {
  const ms = { seek: FIRST_SEEK_MS, start: FIRST_START_MS };
  let begun: { readonly what: 'seek' | 'start'; readonly at: number } | null = null;
  return {
    seekMs: () => ms.seek,
    startMs: () => ms.start,
    begin(what) {
      begun = { what, at: performance.now() };
    },
    isSettling: () => begun !== null && performance.now() - begun.at < SETTLE_MS,
    learn(errorMs) {
      if (begun) ms[begun.what] = Math.min(LONGEST_MS, Math.max(0, ms[begun.what] - LEARN * errorMs));
      begun = null;
    },
    forget() {
      begun = null;
    },
  };
}
