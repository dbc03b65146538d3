import { Worker } from 'node:worker_threads';
import { PortStream } from './port-stream.ts';
import { errorResponse } from '#server/platform/db/embedded/protocol/protocol.ts';
import { isOverdue, makeQueryDeadline } from './query-deadline.ts';
import { lostLeaseCode } from './worker-messages.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';
import { workerUrl } from './worker-url.ts';

/** How the parts of the embedded database report; `details` is for machines. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;

export type WorkerHostOptions = Omit<WorkerStart, 'deadline'> & {
  readonly log: Log;
  /** The worker has ended, because another process has the folder. */
  readonly onLost: () => void;
  /** The disk was full, and the worker has used the reserve. */
  readonly onReserveUsed: () => void;
};

/** Milliseconds an orderly close may take before the worker is ended the hard way; the next start then recovers. */
const closeMs = 20_000;

/**
 * Keeps one worker running: starts it, gives it clients, ends it when a query runs away, and opens a new one when it
 * is gone. Clients of a lost worker get a FATAL error, as from a server that restarts; a pool then makes new ones.
 */
export class WorkerHost {
  readonly #options: WorkerHostOptions;
  readonly #streams = new Set<PortStream>();
  readonly #watchdog: NodeJS.Timeout;
  #deadline = makeQueryDeadline();
  #worker: Promise<Worker> | undefined;
  /** The worker whose end is news; one that we end ourselves is not. */
  #watched: Worker | undefined;
  #closing = false;
  #isReadOnly = false;

  constructor(options: WorkerHostOptions) {
    this.#options = options;
    const everyMs = Math.min(1_000, Math.max(20, options.runawayMs / 4));
    this.#watchdog = setInterval(() => {
      if (isOverdue(this.#deadline)) void this.#putDown();
    }, everyMs).unref();
  }

  /** The running worker; starts one when there is none. @throws when the database cannot be opened */
  async ready(): Promise<Worker> {
    if (this.#closing) throw new Error('The embedded database is closed.');
    this.#worker ??= this.#start();
    return this.#worker;
  }

  /** A connection for pg, which calls its `connect()`. */
  openStream(): PortStream {
    const stream = new PortStream(async (self, port) => {
      const worker = await this.ready();
      if (self.destroyed) return;
      worker.postMessage({ type: 'client', port } satisfies ToWorker, [port]);
    });
    this.#streams.add(stream);
    stream.once('close', () => this.#streams.delete(stream));
    return stream;
  }

  /** Whether transactions that begin from now on may only read; holds for later workers too. */
  setReadOnly(isOn: boolean): void {
    this.#isReadOnly = isOn;
    void this.#worker?.then(
      (worker) => worker.postMessage({ type: 'read-only', isOn } satisfies ToWorker),
      // One that did not start needs no message.
      () => {},
    );
  }

  /** Closes the database in order; clients that are still there lose their connection. Never throws. */
  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    const worker = await this.#worker?.catch(() => undefined);
    if (worker !== undefined) await this.#end(worker);
    this.#dropClients('57P01', 'terminating connection because the database closes');
    clearInterval(this.#watchdog);
  }

  /** Ends the worker at once, for good, without a word to the disk. */
  async abandon(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#watchdog);
    this.#dropClients('57P01', 'terminating connection because the database was stopped');
    await (await this.#worker?.catch(() => undefined))?.terminate();
  }

  async #start(): Promise<Worker> {
    const { log, onLost, onReserveUsed, ...start } = this.#options;
    this.#deadline = makeQueryDeadline();
    const worker = new Worker(workerUrl(), {
      workerData: { ...start, deadline: this.#deadline } satisfies WorkerStart,
      name: 'embedded-database',
      execArgv: [],
      // PostgreSQL guards its own stack (2 MB), but its frames on the thread's stack are larger than it knows: with the
      // usual 4 MB a deeply nested query ends the worker and not only itself.
      resourceLimits: { stackSizeMb: 32 },
    });
    this.#watched = worker;
    let failure: Error | undefined;
    worker.on('error', (error: Error) => (failure = error));
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'reserve-used') onReserveUsed();
        else if (message.type === 'log') log(message.level, message.message, message.details);
      });
      worker.once('exit', (code) => {
        reject(failure ?? new Error('The embedded database stopped while it started.'));
        if (code === lostLeaseCode) onLost();
        if (this.#watched === worker) this.#lost(failure);
      });
    });
    if (this.#isReadOnly) worker.postMessage({ type: 'read-only', isOn: true } satisfies ToWorker);
    return worker;
  }

  #lost(failure: Error | undefined): void {
    this.#worker = undefined;
    if (this.#closing) return;
    if (failure !== undefined) this.#options.log('error', 'The database worker crashed.', { error: failure });
    this.#dropClients('57P02', 'terminating connection because the embedded database stopped');
  }

  async #end(worker: Worker): Promise<void> {
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#options.log('warn', 'The database did not close in time and was stopped.');
        void worker.terminate().then(() => resolve());
      }, closeMs);
    });
    worker.postMessage({ type: 'close' } satisfies ToWorker);
    await Promise.race([gone, late]);
    clearTimeout(timer);
  }

  async #putDown(): Promise<void> {
    const worker = await this.#worker;
    if (worker === undefined || !isOverdue(this.#deadline)) return;
    this.#deadline = makeQueryDeadline();
    this.#watched = undefined;
    if (this.#closing) return void worker.terminate();
    const { log, runawayMs } = this.#options;
    log('error', 'A query ran too long. The database is stopped and opened again.', {
      runawayMs,
      clients: this.#streams.size,
    });
    this.#dropClients('57P01', `terminating connection because a query ran longer than ${runawayMs} ms`);
    // No second worker on the folder before the first is gone.
    this.#worker = worker.terminate().then(() => this.#start());
    try {
      await this.#worker;
      log('info', 'The database is open again.');
    } catch (error) {
      this.#worker = undefined;
      log('error', 'The database could not be opened again; the next query tries once more.', { error });
    }
  }

  #dropClients(code: string, reason: string): void {
    for (const stream of this.#streams) stream.endWith(errorResponse('FATAL', code, reason));
  }
}
