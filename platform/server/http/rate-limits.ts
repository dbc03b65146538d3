import type { Rate, RateName } from '#platform/contract/rate-limits.ts';
import type { Clock } from '#platform/server/clock.ts';
import { networkOf } from './network/network.ts';

/** Counters of each kind in memory; past it the oldest window is evicted, so that many callers cannot fill the memory. */
const MAX_COUNTERS = 50_000;

interface Counter {
  /** Start of the window, in milliseconds. */
  start: number;
  count: number;
}

/** A rate limit after a request, for headers. */
export interface RateCount {
  /** Requests of one window. */
  readonly max: number;
  /** Requests that are left in this window. */
  readonly left: number;
  /** Seconds until the next window begins. */
  readonly resetSeconds: number;
}

/** Fixed-window rate limits in this process. Limits that other processes must know are in `attempts.ts`. */
export interface RateLimits {
  /**
   * Counts one request against a named rate, by what the rate counts.
   * @param caller.member profile id; null for a visitor
   * @param caller.client proven by a signed cookie: counted in place of a network, which others share
   * @param onCount gets where the count stands, for headers
   * @param cost what the request counts; 0 only checks
   * @returns seconds to wait when it is over the limit, else 0.
   */
  hit(
    name: RateName,
    caller: { readonly address: string; readonly member: string | null; readonly client?: string | null },
    onCount?: (count: RateCount) => void,
    cost?: number,
  ): number;
}

/** @param enabled false for the demo's maker and benchmarks: nothing is ever over its limit. */
export function makeRateLimits(clock: Clock, rates: Readonly<Record<RateName, Rate>>, enabled = true): RateLimits {
  // Separate maps, so that visitors from many networks evict no counter of a member.
  const members = new Map<string, Counter>();
  const networks = new Map<string, Counter>();
  return {
    hit(name, caller, onCount, cost = 1) {
      if (!enabled) return 0;
      const rate = rates[name];
      const member = rate.by === 'caller' ? caller.member : null;
      const known = member ?? (rate.by === 'address' ? (caller.client ?? null) : null);
      const counters = known === null ? networks : members;
      const id = `${name} ${known ?? networkOf(caller.address)}`;
      const now = clock.now().getTime();
      const windowMs = rate.windowSeconds * 1000;
      let counter = counters.get(id);
      if (!counter || now - counter.start >= windowMs) {
        counter = { start: now, count: 0 };
        counters.delete(id);
        if (counters.size >= MAX_COUNTERS) counters.delete(counters.keys().next().value!);
        counters.set(id, counter);
      }
      counter.count += cost;
      const resetSeconds = Math.max(1, Math.ceil((counter.start + windowMs - now) / 1000));
      onCount?.({ max: rate.max, left: Math.max(0, rate.max - counter.count), resetSeconds });
      return counter.count > rate.max ? resetSeconds : 0;
    },
  };
}
