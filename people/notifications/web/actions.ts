import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import type { Notification } from '#people/notifications/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { inboxKeys, raiseUnread, readInboxAgain, setUnread } from './queries.ts';

type Latest = Reply<'GET /notifications/latest'>;
type Page = Reply<'GET /notifications'>;

/** Marks as read, by an optimistic update that is rolled back when the server refuses. */
export function useInboxActions() {
  const call = useCall();
  const client = useQueryClient();

  const markShown = (belongs: (item: Notification) => boolean): void => {
    const mark = (items: readonly Notification[]): Notification[] =>
      items.map((item) => (belongs(item) ? { ...item, isRead: true } : item));
    client.setQueryData<Latest>(inboxKeys.latest, (known) => known && { ...known, items: mark(known.items) });
    // What is only marked is not fresher than it was.
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: inboxKeys.lists }))
      client.setQueryData<InfiniteData<Page>>(
        queryKey,
        (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, items: mark(page.items) })) },
        { updatedAt: state.dataUpdatedAt },
      );
  };
  const action = async (work: () => Promise<{ unread: number }>): Promise<void> => {
    const begun = Date.now();
    try {
      setUnread(client, (await work()).unread);
      // A list that was asked for meanwhile, as a filter's, may be from before it.
      const meanwhile = ({ state }: Query): boolean => state.fetchStatus === 'fetching' || state.dataUpdatedAt >= begun;
      void client.invalidateQueries({ queryKey: inboxKeys.lists, predicate: meanwhile });
    } catch (error) {
      void readInboxAgain(client);
      failureToast(error);
    }
  };

  return {
    async read({ id, isRead }: Notification): Promise<void> {
      if (isRead) return;
      markShown((item) => item.id === id);
      raiseUnread(client, -1);
      await action(() => call('PUT /notifications/:notificationId/read', { params: { notificationId: id } }));
    },
    /** @param until timestamp of the newest one that the reader has seen: later ones stay unread */
    async readAll(until: string): Promise<void> {
      markShown((item) => item.createdAt <= until);
      setUnread(client, 0);
      await action(() => call('POST /notifications/read', { body: { until } }));
    },
  };
}
