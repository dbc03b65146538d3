import type { Config } from '#platform/server/config.ts';
import type { Context } from '#platform/server/context.ts';
import type { JobType } from './queue.ts';

/** One kind of background work, with what does it. */
export interface Job<P = unknown> extends JobType<P> {
  /**
   * How many of those that wait are taken together, and done one after another: one when not given. For jobs of a few
   * milliseconds that may come in crowds; all of a batch have `timeoutSeconds` together.
   */
  readonly batch?: number;
  /** How many run at once in this process; one when not given, 0 leaves them to other processes. */
  workers?(config: Config): number;
  /** Does the work. May run more than once (a crash after the work and before its record): must be safe to repeat. */
  run(ctx: Context, payload: P): Promise<void>;
  /**
   * Does the work of a batch at once, in place of `run` for each. Where it fails, all of them are done one by one: safe to
   * repeat, half done too.
   */
  runAll?(ctx: Context, payloads: readonly P[]): Promise<void>;
}

/** A `batch` for jobs of a few milliseconds: with more, one batch would go on for long at a stop. */
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
