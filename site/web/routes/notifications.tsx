import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { requireSession } from '#people/accounts/web/guard.ts';
import { NotificationsPage, NotificationsPending } from '#people/notifications/web/notifications-page.tsx';
import { inboxQuery } from '#people/notifications/web/queries.ts';
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
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Notifications" title="Your notifications could not be loaded." />
  ),
  component: function Notifications() {
    return <NotificationsPage only={Route.useSearch().only} />;
  },
});
