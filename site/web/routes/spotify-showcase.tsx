import { createFileRoute } from '@tanstack/react-router';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { ownShowcaseQuery, showcasesQuery } from '#features/showcase/web/queries.ts';
import { ShowcasePage, ShowcasePending } from '#features/showcase/web/showcase-page.tsx';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

export const Route = createFileRoute('/spotify-showcase')({
  loader: async ({ context: { queryClient, call }, location }) => {
    const { site, viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    await Promise.all([
      // A failure is shown by the page, with Retry.
      queryClient.prefetchInfiniteQuery(startingAt(showcasesQuery(call), startOf(location))),
      viewer && queryClient.prefetchQuery(ownShowcaseQuery(call)),
    ]);
    return {
      head: pageHead(site, {
        path: '/spotify-showcase',
        title: 'Artist Leaderboard',
        description: `Artists at Spotify that members of ${site.name} have connected, by followers.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: ShowcasePending,
  component: ShowcasePage,
});
