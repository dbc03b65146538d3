import { useLocation } from '@tanstack/react-router';

/** A list as it is queried page by page. */
interface PagedQuery {
  readonly queryKey: readonly unknown[];
  readonly initialPageParam: unknown;
}

/** Longer ones are none of ours. */
const LONGEST = 300;

/**
 * The cursor in an address (`?after=…`) where its list begins: the link of a reader without scripts to the next page.
 * @param search the search part of a location, as names and texts
 */
export function startOf({ search }: { readonly search: object }): string | null {
  const { after } = search as { readonly after?: unknown };
  return typeof after === 'string' && after !== '' && after.length <= LONGEST ? after : null;
}

/** A list from a cursor on; the list itself where there is none. */
export function startingAt<Q extends PagedQuery>(query: Q, start: string | null): Q {
  if (start === null) return query;
  return { ...query, queryKey: [...query.queryKey, { start }], initialPageParam: start };
}

/** The cursor in the address of the page that is shown. */
export const useStart = (): string | null => useLocation({ select: startOf });
