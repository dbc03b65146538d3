import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { composerQuery } from '#features/composer/web/queries.ts';
import { filterOf, readFeedSearch } from '#features/feed/web/list/filter.ts';
import { feedHead } from '#features/feed/web/heads.ts';
import { trendingQuery, uploadsQuery } from '#features/feed/web/queries.ts';
import { UploadsPage, UploadsPending } from '#features/feed/web/list/uploads-page.tsx';

export const Route = createFileRoute('/uploads/')({
  validateSearch: readFeedSearch,
  loaderDeps: ({ search }) => ({ filter: filterOf(search) }),
  loader: async ({ context: { queryClient, call }, deps: { filter }, location }) => {
    const [{ site, viewer }] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureInfiniteQueryData(startingAt(uploadsQuery(call, filter), startOf(location))),
      queryClient.ensureQueryData(trendingQuery(call)),
    ]);
    if (viewer) await queryClient.ensureQueryData(composerQuery(call));
    return { head: feedHead(site, filter), filter };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: function Pending() {
    return <UploadsPending filter={filterOf(Route.useSearch())} />;
  },
  errorComponent: ({ error }) => <PageError error={error} heading="Uploads" title="The uploads could not be loaded." />,
  component: function Uploads() {
    return <UploadsPage filter={Route.useLoaderData().filter} />;
  },
});
