import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#web/lib/call.ts';

/** A public profile by username. */
export const profileQuery = (call: Call, username: string) =>
  queryOptions({
    queryKey: ['profile', username.toLowerCase()],
    queryFn: () => call('GET /profiles/:username/page', { params: { username } }),
  });

/** The posts of one member, newest first. */
export const memberPostsQuery = (call: Call, username: string) =>
  infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase(), 'posts'],
    queryFn: ({ pageParam }) =>
      call('GET /forum/posts', { query: { author: username, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
