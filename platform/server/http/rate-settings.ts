import {
  type AttemptRate,
  type AttemptRateName,
  type Rate,
  type RateName,
  attemptRates,
  rates,
} from '#platform/contract/rate-limits.ts';

/** Calls and seconds that a setting may say at most. */
const MAX_CALLS = 1_000_000;
const MAX_SECONDS = 86_400;

/** The rates in force: those of `platform/contract/rate-limits.ts`, and what the operator has set. */
export interface RateSettings {
  readonly requests: Readonly<Record<RateName, Rate>>;
  readonly attempts: Readonly<Record<AttemptRateName, AttemptRate>>;
}

function isName<T extends object>(names: T, name: string): name is keyof T & string {
  return Object.hasOwn(names, name);
}

/**
 * Reads the operator's rates, each written as `signIn=40/300`: forty calls in 300 seconds.
 * @throws Error with a sentence that says what is wrong.
 */
export function readRates(changes: readonly string[]): RateSettings {
  const requests: Record<RateName, Rate> = { ...rates };
  const attempts: Record<AttemptRateName, AttemptRate> = { ...attemptRates };
  for (const change of changes) {
    const [, name = '', calls, seconds] = /^(\w+)=(\d{1,7})\/(\d{1,5})$/.exec(change) ?? [];
    const rate = { max: Number(calls), windowSeconds: Number(seconds) };
    if (!(rate.max >= 1 && rate.max <= MAX_CALLS && rate.windowSeconds >= 1 && rate.windowSeconds <= MAX_SECONDS))
      throw new Error(
        `RATES lists rates such as signIn=40/300: calls (1 to ${MAX_CALLS}) in seconds (1 to ${MAX_SECONDS}); not "${change}".`,
      );
    if (isName(requests, name)) requests[name] = { ...rate, by: requests[name].by };
    else if (isName(attempts, name)) attempts[name] = rate;
    else
      throw new Error(
        `RATES knows ${[...Object.keys(rates), ...Object.keys(attemptRates)].join(', ')}; not "${name}".`,
      );
  }
  return { requests, attempts };
}
