import { Outlet, createFileRoute } from '@tanstack/react-router';
import { requireSession } from '#web/features/accounts/guard.ts';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { countsQuery } from '#web/features/staff/queries.ts';
import { StaffFrame } from '#web/features/staff/staff-frame.tsx';
import { GuardLoading } from '#web/shell/guard-loading.tsx';

export const Route = createFileRoute('/admin')({
  beforeLoad: requireSession,
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(countsQuery(call))),
  head: () => ({ meta: [{ title: 'Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: GuardLoading,
  component: () => (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  ),
});
