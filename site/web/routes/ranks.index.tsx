import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { PremiumCards } from '#features/payments/web/premium-cards.tsx';
import { offersQuery, ownPaymentsQuery } from '#features/payments/web/queries.ts';
import { balanceQuery } from '#people/ledger/web/ranks/queries.ts';
import { RanksPage } from '#people/ledger/web/ranks/ranks-page.tsx';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

export const Route = createFileRoute('/ranks/')({
  loader: async ({ context: { queryClient, call } }) => {
    const { viewer, site } = await queryClient.ensureQueryData(sessionQuery(call));
    // The page stands without it: prefetching fails quietly.
    await Promise.all([
      queryClient.prefetchQuery(offersQuery(call)),
      viewer && queryClient.prefetchQuery(balanceQuery(call)),
      viewer && queryClient.prefetchQuery(ownPaymentsQuery(call)),
    ]);
    return {
      head: pageHead(site, {
        path: '/ranks',
        title: 'Ranks',
        description: `The ranks of ${site.name}: what XP earns, how to earn it, and what subscriptions open.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  component: () => <RanksPage premium={<PremiumCards />} />,
});
