import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { readListSearch } from '#features/sharing/web/address.ts';
import { filterOf } from '#features/sharing/web/filter.ts';
import { listHead } from '#features/sharing/web/heads.ts';
import { loadList } from '#features/sharing/web/load.ts';
import { startOf } from '#platform/web/lib/list-start.ts';
import { SharingListPage } from '#features/sharing/web/sharing-list-page.tsx';
import { ListPending, SharingError } from '#features/sharing/web/states.tsx';

const kind = 'drumkit';

export const Route = createFileRoute('/drumkits/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, cause, location }) => {
    const { site, viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const filter = filterOf(kind, deps);
    // On the page already, it shows the last choice until the next one is here.
    if (cause !== 'stay') await loadList(context, kind, filter, viewer !== null, startOf(location));
    return { head: listHead(site, kind, filter) };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: () => <ListPending kind={kind} />,
  errorComponent: ({ error }) => <SharingError error={error} kind={kind} />,
  component: function Drumkits() {
    return <SharingListPage filter={filterOf(kind, Route.useLoaderDeps())} kind={kind} />;
  },
});
