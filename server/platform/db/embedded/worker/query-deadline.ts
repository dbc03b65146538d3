/**
 * What the worker is doing, in memory that it shares with the main thread: 0 when it is idle, else the timestamp by which
 * the running query must have ended. The only word a worker can give while it computes.
 */
export type QueryDeadline = BigInt64Array<SharedArrayBuffer>;

const never = 2n ** 62n;

/** The deadline while no query runs. */
export function makeQueryDeadline(): QueryDeadline {
  return new BigInt64Array(new SharedArrayBuffer(8));
}

/** Worker: a query starts and may take `limitMs`; Infinity for any time. The clock is the machine's monotonic one. */
export function beginQuery(deadline: QueryDeadline, limitMs: number): void {
  const until = Number.isFinite(limitMs) ? process.hrtime.bigint() + BigInt(Math.round(limitMs)) * 1_000_000n : never;
  Atomics.store(deadline, 0, until);
}

/** Worker: the query is done. */
export function endQuery(deadline: QueryDeadline): void {
  Atomics.store(deadline, 0, 0n);
}

/** Main thread: whether the running query has outlived its limit. */
export function isOverdue(deadline: QueryDeadline): boolean {
  const until = Atomics.load(deadline, 0);
  return until !== 0n && process.hrtime.bigint() > until;
}
