import { type QueryClient, infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';

/** The member's lists on `/friends`. */
export type FriendList = 'friends' | 'pending' | 'sent' | 'blocked';

/** How many lines each list has. */
export const friendCountsQuery = (call: Call) =>
  queryOptions({ queryKey: ['friends', 'counts'], queryFn: () => call('GET /friends/counts') });

/** One list, newest first. */
export const friendListQuery = (call: Call, list: FriendList) =>
  infiniteQueryOptions({
    queryKey: ['friends', 'list', list],
    queryFn: ({ pageParam }) =>
      call('GET /friends', { query: { list, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Members to befriend by the beginning of their username. */
export const friendSearchQuery = (call: Call, q: string) =>
  queryOptions({
    queryKey: ['friends', 'search', q],
    queryFn: () => call('GET /friends/search', { query: { q } }),
    enabled: q !== '',
  });

/** How a member is followed, and whether the viewer does. */
export const followQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: ['friends', 'follow', profileId],
    queryFn: () => call('GET /following/:profileId', { params: { profileId } }),
  });

/** A member's friends and how the viewer stands to the member. */
export const profileFriendsQuery = (call: Call, username: string) =>
  queryOptions({
    queryKey: ['profile', username.toLowerCase(), 'friends'],
    queryFn: () => call('GET /profiles/:username/friends', { params: { username } }),
  });

/** Everything that shows who is whose friend is read again. */
export async function readRelationsAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    readAgain(client, ['friends']),
    client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'profile' && queryKey[2] === 'friends' }),
  ]);
}

/** Keeps lists and buttons in step with the server: every action of either member is published to both. */
export function useRelationsLive(viewerId: string | null): void {
  const client = useQueryClient();
  const readRelations = () => void readRelationsAgain(client);
  useLive(
    viewerId === null ? null : `viewer:${viewerId}`,
    { relations_changed: readRelations },
    { onReset: readRelations },
  );
}
