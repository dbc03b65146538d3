import { expect } from 'vitest';

/** Runs of which the cheapest counts. */
const RUNS = 2;
/** Further runs of what seems too dear: garbage of other tests in this process may have been collected in it. */
const MORE_RUNS = 3;
/** Milliseconds that are too few to compare. */
const FLOOR_MS = 60;

/**
 * What something costs this process: milliseconds of processor time, the least of some runs. What else the machine does
 * counts little in it.
 */
export async function costOf(work: () => unknown, runs = RUNS): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * Compares two costs of this run of the tests, on this machine: fails where the second is more than `times` the first,
 * and more than is too little to compare.
 */
export async function expectAtMost(
  times: number,
  first: () => unknown,
  second: () => unknown,
  what = '',
): Promise<void> {
  const limit = Math.max(FLOOR_MS, times * (await costOf(first)));
  let cost = await costOf(second);
  // What is too dear stays so.
  for (let more = 0; cost >= limit && more < MORE_RUNS; more++) cost = Math.min(cost, await costOf(second, 1));
  expect(cost, what).toBeLessThan(limit);
}

/**
 * Fails where the cost of something grows faster than its length: eight times the length may cost 24 times as much, and a
 * square would cost 64 times as much.
 * @param long the larger length
 */
export async function expectLinear(ofLength: (length: number) => unknown, long: number, what = ''): Promise<void> {
  await expectAtMost(
    24,
    () => ofLength(Math.ceil(long / 8)),
    () => ofLength(long),
    what,
  );
}
