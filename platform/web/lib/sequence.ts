import { useState } from 'react';

/** A serial queue of calls: for changes whose result depends on their order. */
export interface Sequence {
  /**
   * Runs a call when the calls before it have ended or failed; at once when the page is left.
   * @returns what it returns. @throws what it throws
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** How many calls run or wait. An answer that comes while others wait is outdated. */
  readonly length: number;
}

/** Waits for the calls before, or until the page is left: a small call that begins then still arrives. */
async function endOf(before: Promise<unknown>): Promise<void> {
  const waited = new AbortController();
  const { signal } = waited;
  const left = new Promise((resolve) => globalThis.addEventListener?.('pagehide', resolve, { signal }));
  await Promise.race([before, left]);
  waited.abort();
}

/** Creates an empty sequence. */
export function makeSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    run(call) {
      length++;
      const ended = (length === 1 ? call() : endOf(last).then(call)).finally(() => length--);
      last = ended.catch(() => {});
      return ended;
    },
    get length() {
      return length;
    },
  };
}

/** A sequence of a component, the same one in each render. */
export function useSequence(): Sequence {
  return useState(makeSequence)[0];
}
