import { Outlet, createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#people/accounts/web/guard.ts';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { countsQuery } from '#features/staff/web/queries.ts';
import { StaffFrame } from '#features/staff/web/staff-frame.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { GuardLoading } from '#site/web/shell/guard-loading.tsx';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: requireSession,
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(countsQuery(call))),
  head: privateHead('Admin'),
  pendingComponent: GuardLoading,
  notFoundComponent: () => <EmptyState title="Oops! Page not found" />,
  component: () => (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  ),
});
