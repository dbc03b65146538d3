import type { Clock } from '#platform/server/clock.ts';

/** A clock that stands still until it is set. */
export interface TestClock extends Clock {
  set(timestamp: Date): void;
  /** @param milliseconds forward. */
  advance(milliseconds: number): void;
}

/** @param start what it shows at first. */
export function makeTestClock(start: Date): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    set: (timestamp) => {
      now = timestamp.getTime();
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
