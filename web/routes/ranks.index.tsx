import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { balanceQuery } from '#web/features/ranks/queries.ts';
import { RanksPage } from '#web/features/ranks/ranks-page.tsx';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/ranks/')({
  loader: async ({ context: { queryClient, call } }) => {
    const { viewer, site } = await queryClient.ensureQueryData(sessionQuery(call));
    // The page stands without it: prefetching fails quietly.
    if (viewer) await queryClient.prefetchQuery(balanceQuery(call));
    return {
      head: pageHead(site, {
        path: '/ranks',
        title: 'Ranks',
        description: `The ranks of ${site.name}: what XP earns, how to earn it, and what subscriptions open.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  component: RanksPage,
});
