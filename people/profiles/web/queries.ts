import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** A member's page by username: the member and the appearance. */
export const profilePageQuery = (call: Call, username: string) =>
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

/** What a member did, newest first. */
export const activityQuery = (call: Call, username: string) =>
  infiniteQueryOptions({
    queryKey: ['profile', username.toLowerCase(), 'activity'],
    queryFn: ({ pageParam }) =>
      call('GET /profiles/:username/activity', {
        params: { username },
        query: pageParam === null ? {} : { after: pageParam },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
