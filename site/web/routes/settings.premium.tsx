import { createFileRoute } from '@tanstack/react-router';
import { PremiumSection } from '#features/customization/web/premium-section.tsx';
import { profileSettingsQuery } from '#features/customization/web/queries.ts';
import { SectionFailure } from '#features/customization/web/section-failure.tsx';
import { InvoicesCard } from '#features/payments/web/invoices-card.tsx';
import { PlanCard } from '#features/payments/web/plan-card.tsx';
import { offersQuery, ownPaymentsQuery } from '#features/payments/web/queries.ts';
import { SectionSkeleton } from '#features/customization/web/section-skeleton.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/settings/premium')({
  loader: async ({ context: { queryClient, call } }) => {
    await Promise.all([
      queryClient.ensureQueryData(profileSettingsQuery(call)),
      // The section stands without them.
      queryClient.prefetchQuery(offersQuery(call)),
      queryClient.prefetchQuery(ownPaymentsQuery(call)),
    ]);
  },
  head: privateHead('Premium · Settings'),
  pendingMs: 200,
  pendingComponent: SectionSkeleton,
  errorComponent: SectionFailure,
  component: () => <PremiumSection invoices={<InvoicesCard />} plan={<PlanCard />} />,
});
