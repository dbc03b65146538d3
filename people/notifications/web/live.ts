import { useQueryClient } from '@tanstack/react-query';
import { useCoalescer } from '#platform/web/lib/use-coalescer.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';
import { inboxKeys, isReadingUnread, raiseUnread, readInboxAgain, readListsAgain, setUnread } from './queries.ts';

/**
 * Milliseconds for which a number from the server may hold a notification whose hint is still to come: counted from what
 * is committed, it can be here before the hint.
 */
const HINT_DELAY_MS = 5000;

/**
 * Keeps the unread count and the lists in step with the server. A new notification only raises the count: a thousand
 * members who are notified at once fetch nothing until they open the list, but for those whose count has just been read.
 */
export function useInboxLive(viewerId: string): void {
  const client = useQueryClient();
  const burst = useCoalescer();
  // Coalesced: a burst fetches once, and once more for what came meanwhile.
  const readLists = () => burst.run('lists', () => readListsAgain(client));
  const readAgain = () => burst.run('inbox', () => readInboxAgain(client));
  /** The count may hold what a hint is about, or not. */
  const isUncertain = () =>
    isReadingUnread(client) ||
    Date.now() - (client.getQueryState(inboxKeys.unread)?.dataUpdatedAt ?? 0) < HINT_DELAY_MS;
  useLive(
    `viewer:${viewerId}`,
    {
      notified() {
        if (isUncertain()) return readAgain();
        raiseUnread(client, 1);
        readLists();
      },
      inbox({ unread }) {
        if (unread === null) return readAgain();
        const known = client.getQueryData<number>(inboxKeys.unread);
        setUnread(client, unread);
        // The same number is mostly the echo of this page's own action.
        if (unread !== known) readLists();
      },
      // Requests that are gone leave no notice, and blocks hide some.
      relations_changed: readAgain,
    },
    { onReset: readAgain },
  );
}
