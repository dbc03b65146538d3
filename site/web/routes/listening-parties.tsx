import { createFileRoute, useRouter } from '@tanstack/react-router';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { PartiesPage, PartiesPending } from '#features/parties/web/parties-page.tsx';
import { partiesQuery } from '#features/parties/web/queries.ts';
import { partyStates } from '#features/parties/web/states.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';

const description = 'Rooms in which everybody hears the same moment: join a listening party, or host one.';

type State = (typeof partyStates)[number];
const isState = (value: unknown): value is State => partyStates.includes(value as State);

export const Route = createFileRoute('/listening-parties')({
  validateSearch: (search: Record<string, unknown>): { state?: State } => ({
    ...(isState(search['state']) && search['state'] !== 'active' && { state: search['state'] }),
  }),
  loaderDeps: ({ search }) => ({ state: search.state ?? 'active' }),
  loader: async ({ context: { queryClient, call }, deps: { state }, location }) => {
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    await queryClient.ensureInfiniteQueryData(startingAt(partiesQuery(call, state), startOf(location)));
    return { head: pageHead(site, { path: '/listening-parties', title: 'Listening Parties', description }) };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: PartiesPending,
  errorComponent: function Failed({ error }) {
    const router = useRouter();
    return (
      <Page>
        <h1 className="sr-only">Listening Parties</h1>
        <ErrorState error={error} onRetry={() => void router.invalidate()} title="The parties could not be loaded." />
      </Page>
    );
  },
  component: function Parties() {
    return <PartiesPage state={Route.useSearch().state ?? 'active'} />;
  },
});
