import { createFileRoute } from '@tanstack/react-router';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { composerQuery } from '#web/features/composer/queries.ts';
import { filterOf, readFeedSearch } from '#web/features/feed/list/filter.ts';
import { feedHead } from '#web/features/feed/heads.ts';
import { trendingQuery, uploadsQuery } from '#web/features/feed/queries.ts';
import { FeedError } from '#web/features/feed/upload/upload-states.tsx';
import { UploadsPage, UploadsPending } from '#web/features/feed/list/uploads-page.tsx';

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
  errorComponent: ({ error }) => <FeedError error={error} title="The uploads could not be loaded." />,
  component: function Uploads() {
    return <UploadsPage filter={Route.useLoaderData().filter} />;
  },
});
