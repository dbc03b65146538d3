import { useRef } from 'react';

/** Something of the server's that its reader changes with a touch, such as a like. */
export interface Changeable<T> {
  /** Id of what has it: what is under way for another goes on by itself. */
  readonly of: string;
  /** As it is shown now. Compared by `===`. */
  readonly value: T;
  /** Shows another value, beside whatever else has changed by then. */
  show(value: T): void;
  /** Tells the server. @returns takes its answer over */
  send(value: T): Promise<() => void>;
}

interface Way<T> {
  readonly of: string;
  wanted: T;
}

/**
 * Changes that show at once and reach the server one after the other: whoever changes their mind is heard when the answer
 * is here, so that the last wish stands in the end, on the page and on the server.
 * @returns changes it, by what is wanted or shown now. @throws what `send` throws, when what the server has is shown again
 */
export function useWish<T>({ of, value, show, send }: Changeable<T>): (next: (now: T) => T) => Promise<void> {
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
