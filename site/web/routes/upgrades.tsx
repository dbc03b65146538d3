import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { offersQuery, ownPaymentsQuery } from '#features/payments/web/queries.ts';
import { UpgradesPage, UpgradesPending } from '#features/payments/web/upgrades-page.tsx';
import { EarnCredits } from '#people/ledger/web/ranks/earning.tsx';
import { balanceQuery } from '#people/ledger/web/ranks/queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
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
  errorComponent: function Failed({ error }) {
    const router = useRouter();
    return (
      <Page>
        <h1 className="sr-only">Upgrades</h1>
        <ErrorState error={error} onRetry={() => void router.invalidate()} title="The upgrades could not be loaded." />
      </Page>
    );
  },
  component: function Upgrades() {
    const { data } = useQuery(balanceQuery(useCall()));
    return <UpgradesPage earning={<EarnCredits today={data?.today ?? null} />} />;
  },
});
