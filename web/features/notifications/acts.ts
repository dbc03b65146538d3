import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import type { Reply } from '#contract/contract.ts';
import type { Notification } from '#contract/notifications.ts';
import { useCall } from '#web/lib/api.ts';
import { failureToast } from '#web/ui/failure-toast.ts';
import { inboxKeys, readInboxAgain, setUnread } from './queries.ts';

type Latest = Reply<'GET /notifications/latest'>;
type Page = Reply<'GET /notifications'>;

/** Marking as read: shown at once, taken back when the server does not take it. */
export function useInboxActs() {
  const call = useCall();
  const client = useQueryClient();

  const markShown = (belongs: (item: Notification) => boolean): void => {
    const mark = (items: readonly Notification[]): Notification[] =>
      items.map((item) => (belongs(item) ? { ...item, isRead: true } : item));
    client.setQueryData<Latest>(inboxKeys.latest, (known) => known && { ...known, items: mark(known.items) });
    client.setQueriesData<InfiniteData<Page>>(
      { queryKey: inboxKeys.lists },
      (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, items: mark(page.items) })) },
    );
  };
  const act = async (work: () => Promise<{ unread: number }>): Promise<void> => {
    try {
      setUnread(client, (await work()).unread);
    } catch (error) {
      readInboxAgain(client);
      failureToast(error);
    }
  };

  return {
    async read({ id, isRead }: Notification): Promise<void> {
      if (isRead) return;
      markShown((item) => item.id === id);
      setUnread(client, (known) => known - 1);
      await act(() => call('PUT /notifications/:notificationId/read', { params: { notificationId: id } }));
    },
    /** @param until the moment of the newest one that the reader has seen: what came after it stays unread. */
    async readAll(until: string): Promise<void> {
      markShown((item) => item.createdAt <= until);
      setUnread(client, 0);
      await act(() => call('POST /notifications/read', { body: { until } }));
    },
  };
}
