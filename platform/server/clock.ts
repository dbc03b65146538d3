/** The time, as the site sees it. Injected, so that tests and the demo community can set it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
