import { useQuery } from '@tanstack/react-query';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { offersQuery, ownPaymentsQuery } from '#features/payments/web/queries.ts';
import { UpgradesPage, UpgradesPending } from '#features/payments/web/upgrades-page.tsx';
import { EarnCredits } from '#people/ledger/web/ranks/earning.tsx';
import { balanceQuery } from '#people/ledger/web/ranks/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/upgrades')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) => {
    await Promise.all([
      queryClient.ensureQueryData(offersQuery(call)),
      queryClient.ensureQueryData(ownPaymentsQuery(call)),
      queryClient.prefetchQuery(balanceQuery(call)),
    ]);
  },
  head: privateHead('Upgrades'),
  pendingMs: 200,
  pendingComponent: UpgradesPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Upgrades" title="The upgrades could not be loaded." />
  ),
  component: function Upgrades() {
    const { data } = useQuery(balanceQuery(useCall()));
    return <UpgradesPage earning={<EarnCredits today={data?.today ?? null} />} />;
  },
});
