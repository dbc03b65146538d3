import { type QueryClient, useQueryClient } from '@tanstack/react-query';

/** A value of the server that the reader changes with one click, such as a like. */
export interface Changeable<T> {
  /** Names the value on the whole page, as `like:<id>`: parts of the page that show the same value share its changes. */
  readonly key: string;
  /** As it is shown now. Compared by `===`. */
  readonly value: T;
  /** Shows another value, without undoing other changes. */
  show(value: T): void;
  /** Sends the value to the server. @returns applies its answer */
  send(value: T): Promise<() => void>;
}

/** A change that is being sent. */
interface Pending {
  wanted: unknown;
}

/** Pending changes by the value's key. Shared by the page, so that a remounted component sends after the old one. */
const pendingOf = new WeakMap<QueryClient, Map<string, Pending>>();

/**
 * Optimistic update of one value. Changes show at once and are sent one after the other: a change made while an answer
 * is pending is sent after it, so that page and server end with the last value.
 * @returns changes it, from the wanted or shown value. @throws what `send` throws, after the server's value is shown
 * again
 */
export function useOptimisticValue<T>({
  key,
  value,
  show,
  send,
}: Changeable<T>): (next: (now: T) => T) => Promise<void> {
  const client = useQueryClient();
  return async (next) => {
    const all = pendingOf.get(client) ?? new Map<string, Pending>();
    pendingOf.set(client, all);
    const other = all.get(key) as { wanted: T } | undefined;
    if (other) {
      other.wanted = next(other.wanted);
      return show(other.wanted);
    }
    const mine = { wanted: next(value) };
    all.set(key, mine);
    let serverValue = value;
    show(mine.wanted);
    try {
      do {
        const sent = mine.wanted;
        const take = await send(sent);
        serverValue = sent;
        if (mine.wanted === sent) take();
      } while (mine.wanted !== serverValue);
    } catch (error) {
      show(serverValue);
      throw error;
    } finally {
      all.delete(key);
    }
  };
}
