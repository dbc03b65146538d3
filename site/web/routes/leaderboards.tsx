import { createFileRoute } from '@tanstack/react-router';
import { type LeaderboardPeriod, leaderboardPeriods } from '#people/community/contract/limits.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { LeaderboardsPage, LeaderboardsPending } from '#people/community/web/leaderboards-page.tsx';
import { leaderboardQuery } from '#people/community/web/queries.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

const isPeriod = (value: unknown): value is LeaderboardPeriod =>
  leaderboardPeriods.includes(value as LeaderboardPeriod);

export const Route = createFileRoute('/leaderboards')({
  validateSearch: (search: Record<string, unknown>): { period?: LeaderboardPeriod } => ({
    ...(isPeriod(search['period']) && { period: search['period'] }),
  }),
  loaderDeps: ({ search: { period = 'all' } }) => ({ period }),
  loader: async ({ context: { queryClient, call }, deps: { period }, cause }) => {
    const [session] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      // On the page already, the board shows the last choice until the next one is here.
      cause === 'stay' || queryClient.prefetchQuery(leaderboardQuery(call, period)),
    ]);
    return {
      head: pageHead(session.site, {
        path: period === 'all' ? '/leaderboards' : `/leaderboards?period=${period}`,
        title: 'Leaderboards',
        description: `The members of ${session.site.name} with the most XP: of all time, this month and this week.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: LeaderboardsPending,
  component: function Leaderboards() {
    return <LeaderboardsPage period={Route.useLoaderDeps().period} />;
  },
});
