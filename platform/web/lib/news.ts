import { useCallback, useState } from 'react';

/** The new items that were announced since a list was loaded. */
export interface News {
  /** How many of them are not in the list. */
  readonly count: number;
  /** Adds an announced item. */
  add(id: string): void;
  /** Loads the list again: it has every item announced so far that this reader may see. @throws what `load` throws */
  show(load: () => Promise<unknown>): Promise<void>;
}

const none: ReadonlySet<string> = new Set();

/** Counts announced items that are not shown yet, so that the page does not move. @param shown the current list */
export function useNews(shown: readonly { readonly id: string }[]): News {
  const [announced, setAnnounced] = useState(none);
  const inList = announced.size > 0 ? new Set(shown.map(({ id }) => id)) : none;
  return {
    count: [...announced].filter((id) => !inList.has(id)).length,
    add: useCallback((id) => setAnnounced((old) => new Set([...old, id])), []),
    async show(load) {
      await load();
      // What came while it was loaded may be missing from it.
      setAnnounced((now) => new Set([...now].filter((id) => !announced.has(id))));
    },
  };
}
