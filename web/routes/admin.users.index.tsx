import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { membersQuery, rolesQuery } from '#web/features/staff/queries.ts';
import { memberSearchOf } from '#web/features/staff/members/member-search.ts';
import { UsersTab } from '#web/features/staff/members/users-tab.tsx';
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
