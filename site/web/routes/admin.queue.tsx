import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { itemQuery, queueQuery } from '#features/staff/web/queries.ts';
import { queueSearchOf, readQueueAddress } from '#features/staff/web/queue/queue-search.ts';
import { QueueTab } from '#features/staff/web/queue/queue-tab.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/queue')({
  validateSearch: readQueueAddress,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) =>
    // On the page already, the list stays until the next one is here.
    cause === 'stay'
      ? undefined
      : forStaff(({ context: { queryClient, call } }) =>
          Promise.all([
            queryClient.prefetchInfiniteQuery(queueQuery(call, queueSearchOf(deps))),
            deps.item !== undefined && queryClient.prefetchQuery(itemQuery(call, deps.item)),
          ]),
        )({ context }),
  head: privateHead('Queue · Admin'),
  component: function Queue() {
    const address = Route.useLoaderDeps();
    return <QueueTab itemId={address.item ?? ''} search={queueSearchOf(address)} />;
  },
});
