import { createFileRoute, useRouter } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { NotificationsPage, NotificationsPending } from '#people/notifications/web/notifications-page.tsx';
import { inboxQuery } from '#people/notifications/web/queries.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/notifications')({
  validateSearch: (search: Record<string, unknown>): { only?: 'unread' } => ({
    ...(search['only'] === 'unread' && { only: 'unread' }),
  }),
  beforeLoad: requireSession,
  loaderDeps: ({ search }) => ({ only: search.only }),
  loader: async ({ context: { queryClient, call }, deps: { only } }) =>
    void (await queryClient.ensureInfiniteQueryData(inboxQuery(call, only))),
  head: privateHead('Notifications'),
  pendingMs: 200,
  pendingComponent: NotificationsPending,
  errorComponent: function Failed({ error }) {
    const router = useRouter();
    return (
      <Page>
        <h1 className="sr-only">Notifications</h1>
        <ErrorState
          error={error}
          onRetry={() => void router.invalidate()}
          title="Your notifications could not be loaded."
        />
      </Page>
    );
  },
  component: function Notifications() {
    return <NotificationsPage only={Route.useSearch().only} />;
  },
});
