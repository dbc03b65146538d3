import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { ComplaintsTab } from '#features/staff/web/queue/complaints-tab.tsx';
import { complaintQuery, complaintsQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/complaints')({
  validateSearch: (search: Record<string, unknown>): { show?: 'running' | 'closed'; id?: string } => ({
    ...((search['show'] === 'running' || search['show'] === 'closed') && { show: search['show'] }),
    ...(typeof search['id'] === 'string' && { id: search['id'].slice(0, 40) }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { show, id } }) =>
    forStaff(({ context: { queryClient, call } }) =>
      id === undefined
        ? queryClient.prefetchInfiniteQuery(complaintsQuery(call, show ?? 'open'))
        : queryClient.prefetchQuery(complaintQuery(call, id)),
    )({ context }),
  head: privateHead('Complaints · Admin'),
  component: function Complaints() {
    const { show, id } = Route.useSearch();
    return <ComplaintsTab id={id} state={show ?? 'open'} />;
  },
});
