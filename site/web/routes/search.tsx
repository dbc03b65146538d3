import { createFileRoute } from '@tanstack/react-router';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { isSearch, readSearch } from '#content/search/web/filter.ts';
import { searchQuery } from '#content/search/web/queries.ts';
import { SearchPage } from '#content/search/web/search-page.tsx';
import { pageHead } from '#platform/web/lib/page/page-head.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';

export const Route = createFileRoute('/search')({
  // Read by the page: its code is not in every page's first script.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, call }, deps, cause, location }) => {
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    const filter = readSearch(deps);
    // A failure is shown by the page, with Retry; on the page already, it shows the last results until the next are here.
    if (isSearch(filter) && cause !== 'stay')
      await queryClient.prefetchInfiniteQuery(startingAt(searchQuery(call, filter), startOf(location)));
    return {
      head: pageHead(site, {
        path: '/search',
        title: filter.q === '' ? 'Search' : `${filter.q} · Search`,
        description: `Search everything at ${site.name}.`,
        isUnlisted: true,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: () => (
    <Page>
      <PageHeading title="Search" />
      <div className="mt-4">
        <ListSkeleton label="Searching" />
      </div>
    </Page>
  ),
  component: function Search() {
    return <SearchPage filter={readSearch(Route.useLoaderDeps())} />;
  },
});
