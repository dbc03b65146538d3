import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** One page of what is in a set. */
export type EntryPage = Reply<'GET /sets/:itemId/entries'>;

/** The entries of a set, in order. @param link token of the secret link that the reader came by */
export const entriesQuery = (call: Call, itemId: string, link?: string) =>
  infiniteQueryOptions({
    queryKey: ['sets', 'entries', itemId, link ?? ''] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /sets/:itemId/entries', {
        params: { itemId },
        query: { ...(link !== undefined && { link }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
