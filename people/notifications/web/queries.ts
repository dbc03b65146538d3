import { type QueryClient, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { notifications } from '#people/notifications/contract/limits.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { readAgain } from '#platform/web/lib/query-client.ts';

export const inboxKeys = {
  unread: ['notifications', 'unread'],
  latest: ['notifications', 'latest'],
  lists: ['notifications', 'list'],
} as const;

/** How many are unread. @param known what the session said: nothing is asked for until something changes. */
export const unreadQuery = (call: Call, known: number) =>
  queryOptions({
    queryKey: inboxKeys.unread,
    queryFn: async () => (await call('GET /notifications/unread')).unread,
    initialData: known,
    staleTime: Infinity,
  });

/** What the bell lists. */
export const latestQuery = (call: Call) =>
  queryOptions({
    queryKey: inboxKeys.latest,
    queryFn: async ({ client }) => {
      const latest = await call('GET /notifications/latest');
      setUnread(client, latest.unread);
      return latest;
    },
  });

/** The whole inbox, or what is unread of it, newest first. */
export const inboxQuery = (call: Call, only: 'unread' | undefined) =>
  infiniteQueryOptions({
    queryKey: [...inboxKeys.lists, only ?? 'all'],
    queryFn: ({ pageParam }) =>
      call('GET /notifications', { query: { ...(only && { only }), ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The member's settings of notifications. */
export const notificationSettingsQuery = (call: Call) =>
  queryOptions({ queryKey: ['notifications', 'settings'], queryFn: () => call('GET /notifications/settings') });

/** Takes over how many are unread, as the server counted or is asked to make it. */
export function setUnread(client: QueryClient, unread: number): void {
  client.setQueryData<number>(inboxKeys.unread, unread);
  // A number that is on its way may be older than this one, or newer.
  if (isReadingUnread(client)) void client.invalidateQueries({ queryKey: inboxKeys.unread });
}

/** Whether the number is being fetched. */
export const isReadingUnread = (client: QueryClient): boolean => client.isFetching({ queryKey: inboxKeys.unread }) > 0;

/** Changes the number that is known, which stays as old as it is. @param by 1 or -1 */
export function raiseUnread(client: QueryClient, by: number): void {
  const { data = 0, dataUpdatedAt } = client.getQueryState<number>(inboxKeys.unread) ?? {};
  const unread = Math.min(notifications.badgeMax + 1, Math.max(0, data + by));
  client.setQueryData<number>(inboxKeys.unread, unread, { ...(dataUpdatedAt && { updatedAt: dataUpdatedAt }) });
}

/** Refetches the lists that are shown now, others when they are next shown. */
export async function readListsAgain(client: QueryClient): Promise<void> {
  await Promise.all([readAgain(client, inboxKeys.latest), readAgain(client, inboxKeys.lists)]);
}

/** Invalidates the lists and the unread count. */
export async function readInboxAgain(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: inboxKeys.unread }), readListsAgain(client)]);
}

/** Which browsers of the member get pushes, and the key to subscribe with. */
export const pushQuery = (call: Call) =>
  queryOptions({ queryKey: ['notifications', 'push'], queryFn: () => call('GET /notifications/push') });
