import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#web/lib/socket.ts';
import { inboxKeys, readInboxAgain, readListsAgain, setUnread } from './queries.ts';

/** The number in an event's data; null where there is none. */
function unreadIn(data: unknown): number | null {
  const value = (data as { unread?: unknown } | null)?.unread;
  return typeof value === 'number' ? value : null;
}

/**
 * Keeps the unread count and the lists in step with the server. A new notification only raises the count: a thousand
 * members who are notified at once fetch nothing until they open the list.
 */
export function useInboxLive(viewerId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribe(`viewer:${viewerId}`, {
        onEvent({ type, data }) {
          // A count that is being fetched may include this event or be older than it.
          if (client.isFetching({ queryKey: inboxKeys.unread }) > 0) return readInboxAgain(client);
          if (type === 'notified') {
            setUnread(client, (known) => known + 1);
            readListsAgain(client);
          } else if (type === 'inbox') {
            const unread = unreadIn(data);
            if (unread === null) return readInboxAgain(client);
            // The same number is mostly the echo of this page's own action.
            if (unread === client.getQueryData<number>(inboxKeys.unread)) return;
            setUnread(client, unread);
            readListsAgain(client);
          } else if (type === 'relations_changed') {
            // Requests that are gone leave no notice, and blocks hide some.
            readInboxAgain(client);
          }
        },
        onReset: () => readInboxAgain(client),
      }),
    [viewerId, client],
  );
}
