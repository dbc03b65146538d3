import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { OverviewTab } from '#web/features/staff/overview-tab.tsx';
import { overviewQuery } from '#web/features/staff/queries.ts';
import { privateHead } from '#web/lib/private-head.ts';

export const Route = createFileRoute('/admin/overview')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(overviewQuery(call))),
  head: privateHead('Overview · Admin'),
  component: OverviewTab,
});
