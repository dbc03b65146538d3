import { useRef } from 'react';

/** A value of the server that the reader changes with one click, such as a like. */
export interface Changeable<T> {
  /** Id of its owner: pending changes of another owner go on by themselves. */
  readonly of: string;
  /** As it is shown now. Compared by `===`. */
  readonly value: T;
  /** Shows another value, without undoing other changes. */
  show(value: T): void;
  /** Sends the value to the server. @returns applies its answer */
  send(value: T): Promise<() => void>;
}

interface Way<T> {
  readonly of: string;
  wanted: T;
}

/**
 * Optimistic update of one value. Changes show at once and are sent one after the other: a change made while an answer
 * is pending is sent after it, so that page and server end with the last value.
 * @returns changes it, from the wanted or shown value. @throws what `send` throws, after the server's value is shown
 * again
 */
export function useOptimisticValue<T>({
  of,
  value,
  show,
  send,
}: Changeable<T>): (next: (now: T) => T) => Promise<void> {
  const way = useRef<Way<T> | null>(null);
  return async (next) => {
    if (way.current?.of === of) {
      way.current.wanted = next(way.current.wanted);
      return show(way.current.wanted);
    }
    const mine = (way.current = { of, wanted: next(value) });
    let known = value;
    show(mine.wanted);
    try {
      do {
        const sent = mine.wanted;
        const take = await send(sent);
        known = sent;
        if (mine.wanted === sent) take();
      } while (mine.wanted !== known);
    } catch (error) {
      show(known);
      throw error;
    } finally {
      if (way.current === mine) way.current = null;
    }
  };
}
