import { useCallback, useState } from 'react';

/** What was told of since a list was loaded. */
export interface News {
  /** How much of it is not in the list. */
  readonly count: number;
  /** Something new was told of. */
  add(id: string): void;
  /** Loads the list again: what was told of until now is in it, or not for this reader. @throws what `load` throws */
  show(load: () => Promise<unknown>): Promise<void>;
}

const none: ReadonlySet<string> = new Set();

/** Counts what is told of and not shown yet, so that nothing moves under the reader. @param shown the list as it stands */
export function useNews(shown: readonly { readonly id: string }[]): News {
  const [told, setTold] = useState(none);
  const inList = told.size > 0 ? new Set(shown.map(({ id }) => id)) : none;
  return {
    count: [...told].filter((id) => !inList.has(id)).length,
    add: useCallback((id) => setTold((old) => new Set([...old, id])), []),
    async show(load) {
      await load();
      // What came while it was loaded may be missing from it.
      setTold((now) => new Set([...now].filter((id) => !told.has(id))));
    },
  };
}
