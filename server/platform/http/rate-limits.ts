import type { Rate } from '#contract/limits.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Counters kept at once; past it the oldest window is forgotten, so that many addresses cannot fill the memory. */
const MAX_COUNTERS = 50_000;

interface Counter {
  /** Start of the window, in milliseconds. */
  start: number;
  count: number;
}

/** Counts calls in fixed windows, in this process. */
export interface RateLimits {
  /** Counts one call. @returns seconds to wait when it is over the limit, else 0. */
  hit(name: string, key: string, rate: Pick<Rate, 'max' | 'windowSeconds'>): number;
  /** Seconds to wait if the limit is reached already; counts nothing. */
  peek(name: string, key: string, rate: Pick<Rate, 'max' | 'windowSeconds'>): number;
  /** Forgets a counter, such as the failures of an account that has signed in. */
  clear(name: string, key: string): void;
}

/** @param enabled false for the demo's maker and benchmarks: nothing is ever over its limit. */
export function makeRateLimits(clock: Clock, enabled = true): RateLimits {
  const counters = new Map<string, Counter>();
  const find = (id: string, windowMs: number, now: number): Counter | undefined => {
    const counter = counters.get(id);
    return counter && now - counter.start < windowMs ? counter : undefined;
  };
  const wait = (counter: Counter, windowMs: number, now: number): number =>
    Math.max(1, Math.ceil((counter.start + windowMs - now) / 1000));
  return {
    hit(name, key, rate) {
      if (!enabled) return 0;
      const now = clock.now().getTime();
      const windowMs = rate.windowSeconds * 1000;
      const id = `${name} ${key}`;
      let counter = find(id, windowMs, now);
      if (!counter) {
        counter = { start: now, count: 0 };
        counters.delete(id);
        if (counters.size >= MAX_COUNTERS) counters.delete(counters.keys().next().value!);
        counters.set(id, counter);
      }
      counter.count++;
      return counter.count > rate.max ? wait(counter, windowMs, now) : 0;
    },
    peek(name, key, rate) {
      if (!enabled) return 0;
      const now = clock.now().getTime();
      const counter = find(`${name} ${key}`, rate.windowSeconds * 1000, now);
      return counter && counter.count >= rate.max ? wait(counter, rate.windowSeconds * 1000, now) : 0;
    },
    clear(name, key) {
      counters.delete(`${name} ${key}`);
    },
  };
}
