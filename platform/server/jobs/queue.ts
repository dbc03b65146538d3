import type { z } from 'zod';
import type { SQL, Tx } from '#platform/server/db/database.ts';

/** A job queue as its producers know it: a name, and the shape of its payload. */
export interface JobType<P = unknown> {
  /** `feature.what`, such as `forum.notify-reply`. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** Retries with exponential backoff (30 s, doubled, at most `longestDelaySeconds`); 5 when not given. */
  readonly retries?: number;
  /** Upper limit of the delay between two tries, in seconds; an hour when not given. */
  readonly longestDelaySeconds?: number;
  /** Seconds until a running attempt counts as lost; 300 when not given. */
  readonly timeoutSeconds?: number;
  /** At most one job of each `singletonKey` waits; every enqueue must then give a key. */
  readonly singleton?: boolean;
}

export interface EnqueueOptions {
  /** Not before this time. */
  readonly startAfter?: Date;
  /** For `singleton` jobs: while one of the same key waits, a second one is not added. */
  readonly singletonKey?: string;
}

/** A dead letter: a job that failed every attempt. */
export interface DeadJob {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
  readonly error: string;
  readonly failedAt: Date;
}

/** The jobs of one kind that are not done. */
export interface QueueFigures {
  readonly name: string;
  /** Due, and not taken yet. */
  readonly waiting: number;
  /** For a later time: scheduled, or to be tried again. */
  readonly later: number;
  readonly running: number;
  readonly dead: number;
  /** When the oldest that is due was added; null where none is. */
  readonly oldest_at: Date | null;
  /** Since when the one that waits longest is due; null where none is. */
  readonly due_since: Date | null;
}

/** A job that waits. */
export interface WaitingJob {
  readonly id: string;
  readonly payload: unknown;
  readonly added_at: Date;
  /** Not tried again before. */
  readonly next_at: Date;
  /** Tries that failed. */
  readonly tries: number;
  /** Of the last try. */
  readonly error: string | null;
}

/** Background work: a transactional outbox in the database. */
export interface Jobs {
  /**
   * Adds a job inside the transaction that causes it: it exists exactly if that commits. Workers are woken then.
   */
  enqueue<P>(tx: Tx, job: JobType<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /**
   * As `enqueue`, for a statement that writes several tables: `part` is a common table expression which adds the job
   * where the condition holds, with a row for it. `added` is called after the commit.
   */
  enqueueWith<P>(job: JobType<P>, payload: P, when: SQL): Promise<{ readonly part: SQL; added(): void }>;
  /** Waits until nothing is waiting or running that could start now. For tests and command lines. */
  idle(): Promise<void>;
  dead(limit?: number): Promise<DeadJob[]>;
  /** Puts a dead job back into its queue; false when it is not there, or one like it waits already. */
  retry(id: string, tx?: Tx): Promise<boolean>;
  /** Puts all dead jobs back, of one name or of every. @returns how many */
  retryAll(name: string | undefined, tx: Tx): Promise<number>;
  /** Gives a dead job up. @returns its name; null when it is not there */
  drop(tx: Tx, id: string): Promise<string | null>;
  /** The kinds that have a job, by name. Up to `limit` jobs are counted. */
  figures(limit?: number): Promise<QueueFigures[]>;
  /** Those of one kind that wait, oldest first. */
  waiting(name: string, limit: number): Promise<WaitingJob[]>;
  /** What runs on a schedule. */
  scheduled(): { name: string; schedule: string }[];
  /** Adds a scheduled job now, beside its schedule; false when no job of this name has one. */
  runNow(name: string): Promise<boolean>;
  /** Jobs by state, for metrics. */
  counts(): Promise<{ waiting: number; running: number; dead: number }>;
}
