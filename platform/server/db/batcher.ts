import { DatabaseOutage, outageOf } from './outage.ts';

/** A queued item, with the promise of its caller. */
interface Waiting<S> {
  readonly item: S;
  readonly since: number;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/**
 * Group commit: while a batch of a name runs, further items of that name wait in a queue, and then run as one batch. An
 * item that waits too long is refused. When a batch fails, each of its items runs alone, so that none fails for another.
 * @param run runs a batch, all or nothing; answers in the order of the items
 * @returns queues an item; @throws {DatabaseOutage} `busy` after `waitMs` or when the queue is full, and what `run` throws
 */
export function makeBatcher<S>(options: {
  readonly batchSize: number;
  readonly waitMs: number;
  /** Items that wait for one name; more are refused at once. */
  readonly maxQueued: number;
  run(batch: readonly S[]): Promise<object[][]>;
}): (name: string, item: S) => Promise<object[]> {
  const { batchSize, waitMs, maxQueued, run } = options;
  const queues = new Map<string, Waiting<S>[]>();

  const runBatch = async (batch: readonly Waiting<S>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
    } catch (error) {
      // After an outage it is unknown what was written.
      if (batch.length === 1 || outageOf(error)) for (const { reject } of batch) reject(error);
      else for (const waiting of batch) await runBatch([waiting]);
    }
  };

  const drainQueue = async (name: string, queue: Waiting<S>[]): Promise<void> => {
    while (queue.length > 0) {
      const oldest = performance.now() - waitMs;
      const batch = queue.splice(0, batchSize);
      const late = batch.filter(({ since }) => since < oldest);
      for (const { reject } of late) reject(new DatabaseOutage('busy', `Those before it took more than ${waitMs} ms.`));
      const inTime = batch.filter(({ since }) => since >= oldest);
      if (inTime.length > 0) await runBatch(inTime);
    }
    queues.delete(name);
  };

  return (name, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, since: performance.now(), resolve, reject };
      const queue = queues.get(name);
      if (queue && queue.length >= maxQueued) reject(new DatabaseOutage('busy', `${maxQueued} wait already.`));
      else if (queue) queue.push(waiting);
      else {
        const next = [waiting];
        queues.set(name, next);
        void drainQueue(name, next);
      }
    });
}
