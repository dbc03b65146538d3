import { loadedHead } from '#platform/web/lib/page/private-head.ts';

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

/** Keeps what a list understands of an address. Part of the first script of every page: small. */
export function readListSearch(query: Record<string, unknown>): ListSearch {
  const [search, type, tag] = [textOf(query['search']), textOf(query['type']), textOf(query['tag'])];
  return {
    ...(search !== '' && { search }),
    ...(type !== '' && { type }),
    ...(tag !== '' && { tag }),
    ...(query['order'] === 'most-liked' && { order: 'most-liked' }),
  };
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address can be that of a thing. */
export const isItemId = (text: string): boolean => id.test(text);

/** Search parameters of an item's address: the reply that it is opened at. */
interface ItemSearch {
  reply?: string;
}

/** The shared part of all items' routes. Part of the first script of every page, therefore small. */
export const itemRoute = {
  validateSearch: (search: Record<string, unknown>): ItemSearch =>
    typeof search['reply'] === 'string' && id.test(search['reply']) ? { reply: search['reply'] } : {},
  loaderDeps: ({ search }: { search: ItemSearch }) => ({ around: search.reply ?? '' }),
  head: loadedHead('Not found'),
  pendingMs: 200,
};
