import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { accountQuery } from '#web/features/accounts/queries.ts';
import { SettingsPage } from '#web/features/accounts/settings/settings-page.tsx';
import { notificationSettingsQuery, pushQuery } from '#web/features/notifications/queries.ts';
import { NotificationsSection } from '#web/features/notifications/settings-section.tsx';
import { GuardLoading } from '#web/shell/guard-loading.tsx';

export const Route = createFileRoute('/settings')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) => {
    // A section that could not be loaded says so itself.
    const notifications = queryClient.prefetchQuery(notificationSettingsQuery(call));
    const push = queryClient.prefetchQuery(pushQuery(call));
    await queryClient.ensureQueryData(accountQuery(call));
    await Promise.all([notifications, push]);
  },
  head: () => ({ meta: [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: GuardLoading,
  component: () => (
    <SettingsPage>
      <NotificationsSection />
    </SettingsPage>
  ),
});
