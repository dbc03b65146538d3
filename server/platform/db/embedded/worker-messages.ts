import type { MessagePort } from 'node:worker_threads';
import type { Pulse } from './pulse.ts';

/** What the worker is started with. */
export type WorkerStart = {
  readonly dir: string;
  readonly idleInTransactionMs: number;
  readonly runawayMs: number;
  readonly pulse: Pulse;
};

/** Main thread to worker: a new client (bytes follow on its port, null when it leaves), or an orderly end. */
export type ToWorker = { readonly type: 'client'; readonly port: MessagePort } | { readonly type: 'close' };

/** Worker to main thread. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'closed' }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly details?: object;
    };
