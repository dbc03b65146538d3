import { createFileRoute } from '@tanstack/react-router';
import { accountQuery } from '#people/accounts/web/queries.ts';
import { AccountSection } from '#people/accounts/web/settings/account-section.tsx';
import { notificationSettingsQuery, pushQuery } from '#people/notifications/web/queries.ts';
import { NotificationsSection } from '#people/notifications/web/settings-section.tsx';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { SectionSkeleton } from '#features/customization/web/section-skeleton.tsx';
import { PodcastSection } from '#features/podcasts/web/podcast-section.tsx';
import { podcastSettingsQuery } from '#features/podcasts/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings/account')({
  loader: async ({ context: { queryClient, call } }) => {
    // A section that could not be loaded says so itself.
    const notifications = queryClient.prefetchQuery(notificationSettingsQuery(call));
    const push = queryClient.prefetchQuery(pushQuery(call));
    const podcast = queryClient.prefetchQuery(podcastSettingsQuery(call));
    await queryClient.ensureQueryData(accountQuery(call));
    await Promise.all([notifications, push, podcast]);
  },
  head: privateHead('Account · Settings'),
  pendingMs: 200,
  pendingComponent: SectionSkeleton,
  errorComponent: SectionFailure,
  component: () => (
    <div className="max-w-reading">
      <AccountSection podcast={<PodcastSection />} />
      <NotificationsSection />
    </div>
  ),
});
