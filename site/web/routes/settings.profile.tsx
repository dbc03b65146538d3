import { createFileRoute } from '@tanstack/react-router';
import { UsernameSection } from '#people/accounts/web/settings/username-section.tsx';
import { ProfileSection } from '#features/customization/web/profile-section.tsx';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { SectionSkeleton } from '#features/customization/web/section-skeleton.tsx';
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
