import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Person } from '#platform/contract/shapes.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { changeItem } from '#platform/web/lib/paged-list.ts';

interface Page<T> {
  readonly items: T[];
}

/** Changes an item in every list of pages below a key; null takes it out. */
export function patchInLists<T extends { readonly id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
  change: (item: T) => T | null,
): void {
  client.setQueriesData<InfiniteData<Page<T>>>(
    { queryKey },
    (data) => data && changeItem<T, Page<T>>(data, id, change),
  );
}

/** The items of all lists of pages below a key. */
function itemsInLists<T>(client: QueryClient, queryKey: QueryKey): T[] {
  return client
    .getQueriesData<InfiniteData<Page<T>>>({ queryKey })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.items);
}

/** Profile ids of who wrote what the lists below a key have, the last first. @param limit most of them */
export function authorsInLists(client: QueryClient, queryKey: QueryKey, limit: number): string[] {
  const ids = itemsInLists<{ readonly author: Person }>(client, queryKey).map(({ author }) => author.id);
  return [...new Set(ids.toReversed())].filter((id) => id !== null).slice(0, limit);
}

/** An item that some list of pages below a key has. */
export const findInLists = (client: QueryClient, queryKey: QueryKey, id: string): { readonly id: string } | undefined =>
  itemsInLists<{ readonly id: string }>(client, queryKey).find((item) => item.id === id);

/** The copies of a kind of content in the cache: each alone, and in lists. */
export interface ContentCache<T> {
  /** Changes a content wherever it is cached; null takes it out of the lists. */
  patch(client: QueryClient, id: string, change: (content: T) => T | null): void;
  /** Shows a content as it was read again. */
  put(client: QueryClient, content: T): void;
  /** Shows what reading a content again brings; null, and refusals for what is gone, take it out of the lists. */
  take(client: QueryClient, id: string, reading: Promise<T | null>): Promise<void>;
  /** As `take`, for a content on its own page: one that is gone is read again, for the page to say so. */
  takeShown(client: QueryClient, id: string, reading: Promise<T>): Promise<void>;
  /** Has lists read again. @param when `none`: when they are shown next */
  stale(client: QueryClient, when?: 'active' | 'none'): void;
}

/** @param gone codes of the refusals for what is not there, or not for this reader */
export function contentCache<T extends { readonly id: string }>({
  one,
  lists,
  gone,
}: {
  one: (id: string) => QueryKey;
  lists: QueryKey;
  gone: readonly string[];
}): ContentCache<T> {
  const isGone = (error: unknown): boolean => error instanceof CallError && gone.includes(error.code);
  const patch: ContentCache<T>['patch'] = (client, id, change) => {
    // Nothing comes of undefined: one that is gone stays on its page, which reads it again.
    client.setQueryData<T>(one(id), (content) => (content && change(content)) ?? undefined);
    patchInLists<T>(client, lists, id, change);
  };
  return {
    patch,
    put: (client, content) => patch(client, content.id, () => content),
    take: (client, id, reading) =>
      reading.then(
        (content) => patch(client, id, () => content),
        (error: unknown) => {
          if (isGone(error)) patch(client, id, () => null);
        },
      ),
    takeShown: (client, id, reading) =>
      reading.then(
        (content) => patch(client, id, () => content),
        async (error: unknown) => {
          if (isGone(error)) await client.invalidateQueries({ queryKey: one(id) });
        },
      ),
    stale: (client, refetchType = 'active') => void client.invalidateQueries({ queryKey: lists, refetchType }),
  };
}
