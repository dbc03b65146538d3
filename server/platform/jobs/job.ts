import type { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** One kind of background work: a name, the shape of its payload, and what does it. */
export interface Job<P = unknown> {
  /** `feature.what`, such as `forum.notify-reply`. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** Tries after the first one; each waits longer (30 s, doubled, at most an hour). 5 when not given. */
  readonly retries?: number;
  /** Seconds until a running try counts as lost. 300 when not given. */
  readonly timeoutSeconds?: number;
  /** Of one `singletonKey` at most one job waits; every enqueue must then give a key. */
  readonly singleton?: boolean;
  /**
   * How many of those that wait are taken together, and done one after another: one when not given. For jobs of a few
   * milliseconds that may come in crowds; all of a batch have `timeoutSeconds` together.
   */
  readonly batch?: number;
  /** How many run at once in this process; one when not given, 0 leaves them to other processes. */
  workers?(config: Config): number;
  /** Does the work. May run more than once (a crash after the work and before its record): must be safe to repeat. */
  run(ctx: Context, payload: P): Promise<void>;
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

export interface EnqueueOptions {
  /** Not before this time. */
  readonly startAfter?: Date;
  /** For `singleton` jobs: while one of the same key waits, a second one is not added. */
  readonly singletonKey?: string;
}

/** A job that failed for good. */
export interface DeadJob {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly error: string;
  readonly failedAt: Date;
}

/** Background work, stored in the database. */
export interface Jobs {
  /**
   * Adds a job inside the transaction that causes it: it exists exactly if that commits. Workers are woken after it.
   */
  enqueue<P>(tx: Tx, job: Job<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Waits until nothing is waiting or running that could start now. For tests and command lines. */
  idle(): Promise<void>;
  dead(limit?: number): Promise<DeadJob[]>;
  /** Puts a dead job back into its queue; false when it is not there. */
  retry(id: string): Promise<boolean>;
  /** What runs on a schedule. */
  scheduled(): { name: string; schedule: string }[];
  /** Adds a scheduled job now, beside its schedule; false when no job of this name has one. */
  runNow(name: string): Promise<boolean>;
  /** Jobs by state, for metrics. */
  counts(): Promise<{ waiting: number; running: number; dead: number }>;
}
