import { createFileRoute } from '@tanstack/react-router';
import { UsernameSection } from '#people/accounts/web/settings/username-section.tsx';
import { ProfileSection } from '#web/features/customization/profile-section.tsx';
import { profileSettingsQuery } from '#web/features/customization/queries.ts';
import { SectionFailure } from '#web/features/customization/section-failure.tsx';
import { SectionSkeleton } from '#web/features/customization/section-skeleton.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings/profile')({
  loader: async ({ context: { queryClient, call } }) =>
    void (await queryClient.ensureQueryData(profileSettingsQuery(call))),
  head: privateHead('Profile · Settings'),
  pendingMs: 200,
  pendingComponent: SectionSkeleton,
  errorComponent: SectionFailure,
  component: () => <ProfileSection username={<UsernameSection />} />,
});
