import { createFileRoute } from '@tanstack/react-router';
import { PremiumSection } from '#web/features/customization/premium-section.tsx';
import { profileSettingsQuery } from '#web/features/customization/queries.ts';
import { SectionFailure } from '#web/features/customization/section-failure.tsx';
import { InvoicesCard } from '#web/features/payments/invoices-card.tsx';
import { PlanCard } from '#web/features/payments/plan-card.tsx';
import { offersQuery, ownPaymentsQuery } from '#web/features/payments/queries.ts';
import { SectionSkeleton } from '#web/features/customization/section-skeleton.tsx';
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
