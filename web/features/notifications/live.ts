import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '#web/lib/use-live.ts';
import { inboxKeys, readInboxAgain, readListsAgain, setUnread } from './queries.ts';

/**
 * Keeps the unread count and the lists in step with the server. A new notification only raises the count: a thousand
 * members who are notified at once fetch nothing until they open the list.
 */
export function useInboxLive(viewerId: string): void {
  const client = useQueryClient();
  const readAgain = () => readInboxAgain(client);
  // A count that is being fetched may include an event or be older than it.
  const isReading = () => client.isFetching({ queryKey: inboxKeys.unread }) > 0;
  const take = (unread: number | ((known: number) => number)) => {
    setUnread(client, unread);
    readListsAgain(client);
  };
  useLive(
    `viewer:${viewerId}`,
    {
      notified: () => (isReading() ? readAgain() : take((known) => known + 1)),
      inbox({ unread }) {
        if (unread === null || isReading()) return readAgain();
        // The same number is mostly the echo of this page's own action.
        if (unread !== client.getQueryData<number>(inboxKeys.unread)) take(unread);
      },
      // Requests that are gone leave no notice, and blocks hide some.
      relations_changed: readAgain,
    },
    { onReset: readAgain },
  );
}
