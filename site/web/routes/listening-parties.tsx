import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { PartiesPage, PartiesPending } from '#features/parties/web/parties-page.tsx';
import { partiesQuery } from '#features/parties/web/queries.ts';
import { partyStates } from '#features/parties/web/states.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

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
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Listening Parties" title="The parties could not be loaded." />
  ),
  component: function Parties() {
    return <PartiesPage state={Route.useSearch().state ?? 'active'} />;
  },
});
