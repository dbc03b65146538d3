import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { type SearchFilter, searchParams } from './filter.ts';

/** One page of results. */
export type SearchPageData = Reply<'GET /search'>;

/** Results of a search. */
export const searchQuery = (call: Call, filter: SearchFilter) =>
  infiniteQueryOptions({
    queryKey: ['search', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /search', {
        query: { ...searchParams(filter), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchPageData) => page.next,
  });
