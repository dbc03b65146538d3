import type { Clock } from '#server/platform/clock.ts';

/** A clock that stands still until it is set. */
export interface TestClock extends Clock {
  set(moment: Date): void;
  /** @param milliseconds forward. */
  advance(milliseconds: number): void;
}

/** @param start what it shows at first. */
export function makeTestClock(start: Date): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = moment.getTime();
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
