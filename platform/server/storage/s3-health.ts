import { Readable } from 'node:stream';
import { StorageGone } from './storage.ts';

/** Timeout in milliseconds for the first byte of an answer, and for each further chunk. */
const ANSWER_MS = 5000;
/** Milliseconds between two probes of a store that is down. */
const PROBE_EVERY_MS = 2000;

/** Milliseconds. */
export interface StoreLimits {
  readonly answerMs?: number;
  readonly probeEveryMs?: number;
}

/** Sends a request to the store; the signal ends it. */
type Send<T> = (options: { readonly abortSignal: AbortSignal }) => Promise<T>;

/** Requests to a store with timeouts and a circuit breaker: while the store is down nobody waits. */
export interface StoreHealth {
  /**
   * Runs one request.
   * @param moreMs for what it sends, or what the store does before it answers
   * @throws {StorageGone} where no answer begins within 5 s, and at once while the store is down
   */
  ask<T>(send: Send<T>, moreMs?: number): Promise<T>;
  /** A body of the store that fails when nothing comes for 5 s while its reader waits. A reader may wait for as long as it likes. */
  guarded(body: Readable): Readable;
}

/** Whether the answer shows a healthy store: any status but that of a failing server or gateway. */
function isAnswer(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  return status !== undefined && (status < 500 || status === 501 || status === 507);
}

/**
 * A circuit breaker (Nygard, Release It!): closed while the store answers, open after it has not, half-open for one probe
 * at a time, every 2 s at most and only where somebody asks. The probe is a request of its own: no reader waits for it.
 * @param probe any request that a store in order answers
 */
export function makeStoreHealth(
  probe: Send<unknown>,
  { answerMs = ANSWER_MS, probeEveryMs = PROBE_EVERY_MS }: StoreLimits = {},
): StoreHealth {
  let isDown = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  const limited = async <T>(send: Send<T>, moreMs: number): Promise<T> => {
    const end = new AbortController();
    // A timeout for the answer's head: the body has its own.
    const timer = setTimeout(() => end.abort(), answerMs + moreMs);
    try {
      const answer = await send({ abortSignal: end.signal });
      isDown = false;
      return answer;
    } catch (error) {
      const answered = isAnswer(error);
      if (answered) isDown = false;
      else fail();
      throw end.signal.aborted && !answered
        ? new StorageGone('The file store does not answer in time.', { cause: error })
        : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const fail = (): void => {
    if (!isDown) probedAt = performance.now();
    isDown = true;
  };
  const probeOnce = (): void => {
    if (isProbing || performance.now() - probedAt < probeEveryMs) return;
    isProbing = true;
    limited(probe, 0)
      .catch(() => {})
      .finally(() => {
        isProbing = false;
        probedAt = performance.now();
      });
  };
  return {
    async ask(send, moreMs = 0) {
      if (isDown) {
        probeOnce();
        throw new StorageGone('The file store is down.');
      }
      return await limited(send, moreMs);
    },
    guarded(body) {
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        const next = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
        try {
          for (;;) {
            // Runs only while the reader waits: a paused player causes no timeout.
            const timer = setTimeout(() => {
              fail();
              body.destroy(new StorageGone('The file store stopped in the middle.'));
            }, answerMs);
            const piece = await next.next().finally(() => clearTimeout(timer));
            if (piece.done) return;
            yield piece.value;
          }
        } catch (error) {
          throw error instanceof StorageGone
            ? error
            : new StorageGone('The file store ended in the middle.', { cause: error });
        } finally {
          body.destroy();
        }
      };
      return Readable.from(pieces(), { objectMode: false, highWaterMark: 64 * 1024 });
    },
  };
}
