import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** Query keys of secret links. */
export const linkKeys = {
  all: ['secret-links'] as const,
  list: (contentId: string | null) => ['secret-links', contentId ?? 'all'] as const,
};

/** The member's own links: all, or those to one thing. */
export const linksQuery = (call: Call, contentId: string | null) =>
  infiniteQueryOptions({
    queryKey: linkKeys.list(contentId),
    queryFn: ({ pageParam, signal }) =>
      call('GET /secret-links', {
        query: { ...(contentId !== null && { contentId }), ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** What a link opens. Opened again only with the page: each try is counted. */
export const openedQuery = (call: Call, token: string) =>
  queryOptions({
    queryKey: ['secret-link', token],
    queryFn: ({ signal }) => call('POST /secret-links/open', { body: { token }, signal }),
    staleTime: Infinity,
    retry: false,
  });
