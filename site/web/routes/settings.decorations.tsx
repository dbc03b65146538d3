import { createFileRoute } from '@tanstack/react-router';
import { DecorationsSection } from '#features/customization/web/decorations-section.tsx';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { SectionSkeleton } from '#features/customization/web/section-skeleton.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings/decorations')({
  loader: async ({ context: { queryClient, call } }) =>
    void (await queryClient.ensureQueryData(profileSettingsQuery(call))),
  head: privateHead('Decorations · Settings'),
  pendingMs: 200,
  pendingComponent: SectionSkeleton,
  errorComponent: SectionFailure,
  component: DecorationsSection,
});
