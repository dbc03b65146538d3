import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import type { JobType } from './queue.ts';

/** A job queue with its handler. */
export interface Job<P = unknown> extends JobType<P> {
  /**
   * How many waiting jobs are fetched as a batch, and run one by one: one when not given. For bursts of jobs of a few
   * milliseconds; all of a batch have `timeoutSeconds` together.
   */
  readonly batch?: number;
  /** How many run at once in this process; one when not given, 0 leaves them to other processes. */
  workers?(config: Config): number;
  /** Does the work. Delivery is at least once (a crash before the result is stored): must be idempotent. */
  run(ctx: Context, payload: P): Promise<void>;
  /**
   * Does the work of a whole batch, in place of `run` for each. After a failure they are run one by one: it must be safe
   * to repeat, also when half done.
   */
  runAll?(ctx: Context, payloads: readonly P[]): Promise<void>;
}

/** Thrown by a job that no further try can help: it is dead at once. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}

/** A `batch` for jobs of a few milliseconds: a larger one would delay a stop. */
export const SHORT_JOBS = 20;

/** Declares a job; keeps the payload's type. */
export function defineJob<P>(job: Job<P>): Job<P> {
  return job;
}

/** A job that runs on a schedule (five-field cron, UTC), once for all processes. Its payload is empty. */
export interface Cron {
  readonly schedule: string;
  readonly job: Job<object>;
}
