import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** The published sets of one member, newest first. A change of any set reaches it: its key is one of the lists. */
export const memberSetsQuery = (call: Call, username: string) =>
  infiniteQueryOptions({
    queryKey: ['sharing', 'set', 'list', 'by', username.toLowerCase()],
    queryFn: ({ pageParam, signal }) =>
      call('GET /sets', { query: { author: username, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
