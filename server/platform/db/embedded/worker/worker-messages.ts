import type { MessagePort } from 'node:worker_threads';
import type { LeaseGrant } from '#server/platform/db/embedded/files/lease.ts';
import type { QueryDeadline } from './query-deadline.ts';

/** Exit code of a worker that has lost the folder to another process. */
export const lostLeaseCode = 75;

/** What the worker is started with. */
export type WorkerStart = {
  readonly dir: string;
  readonly idleInTransactionMs: number;
  readonly runawayMs: number;
  readonly deadline: QueryDeadline;
  /** Null for a folder that nobody else can know of yet. */
  readonly lease: LeaseGrant | null;
};

/**
 * Main thread to worker: a new client (bytes follow on its port, null when it leaves), whether transactions may write,
 * or an orderly end.
 */
export type ToWorker =
  | { readonly type: 'client'; readonly port: MessagePort }
  | { readonly type: 'read-only'; readonly isOn: boolean }
  | { readonly type: 'close' };

/** Worker to main thread. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'closed' }
  | { readonly type: 'reserve-used' }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly details?: object;
    };
