import { createFileRoute } from '@tanstack/react-router';
import { ColorsSection } from '#web/features/customization/colors-section.tsx';
import { profileSettingsQuery } from '#web/features/customization/queries.ts';
import { SectionFailure } from '#web/features/customization/section-failure.tsx';
import { SectionSkeleton } from '#web/features/customization/section-skeleton.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings/colors')({
  loader: async ({ context: { queryClient, call } }) =>
    void (await queryClient.ensureQueryData(profileSettingsQuery(call))),
  head: privateHead('Colors · Settings'),
  pendingMs: 200,
  pendingComponent: SectionSkeleton,
  errorComponent: SectionFailure,
  component: ColorsSection,
});
