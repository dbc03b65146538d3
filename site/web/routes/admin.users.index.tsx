import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { membersQuery, rolesQuery } from '#features/staff/web/queries.ts';
import { memberSearchOf } from '#features/staff/web/members/member-search.ts';
import { UsersTab } from '#features/staff/web/members/users-tab.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: (search: Record<string, unknown>): { q?: string; by?: 'email' | 'address' } => ({
    ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'] }),
    ...((search['by'] === 'email' || search['by'] === 'address') && { by: search['by'] }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    forStaff(({ context: { queryClient, call } }) =>
      Promise.all([
        queryClient.prefetchInfiniteQuery(membersQuery(call, memberSearchOf(deps))),
        queryClient.prefetchQuery(rolesQuery(call)),
      ]),
    )({ context }),
  head: privateHead('Users · Admin'),
  component: function Users() {
    return <UsersTab search={memberSearchOf(Route.useLoaderDeps())} />;
  },
});
