import type { pageHead } from '#platform/web/lib/page/page-head.ts';
import { threadRoute } from '#content/core/web/thread/thread-route.ts';

/** The search part of a list's address. */
export interface ListSearch {
  search?: string;
  type?: string;
  tag?: string;
  order?: 'most-liked';
}

/** Characters that are read of a value. */
const MAX = 100;

const textOf = (value: unknown): string => (typeof value === 'string' ? [...value.trim()].slice(0, MAX).join('') : '');

/** Keeps what a list understands of an address. */
function readListSearch(query: Record<string, unknown>): ListSearch {
  const [search, type, tag] = [textOf(query['search']), textOf(query['type']), textOf(query['tag'])];
  return {
    ...(search !== '' && { search }),
    ...(type !== '' && { type }),
    ...(tag !== '' && { tag }),
    ...(query['order'] === 'most-liked' && { order: 'most-liked' }),
  };
}

/** The shared part of all things' routes. @param missing title where there is no such thing */
export const itemRoute = (missing: string) => threadRoute('reply', missing);

/** The shared part of all lists' routes. Part of the first script of every page: small. */
export const listRoute = {
  validateSearch: readListSearch,
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  head: ({ loaderData: data }: { readonly loaderData?: { readonly head: ReturnType<typeof pageHead> } | undefined }) =>
    data?.head ?? {},
  pendingMs: 200,
};
