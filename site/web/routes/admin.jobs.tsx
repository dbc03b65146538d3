import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { JobsTab } from '#features/staff/web/site/jobs-tab.tsx';
import { jobsQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/jobs')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchQuery(jobsQuery(call))),
  head: privateHead('Jobs and mail · Admin'),
  component: JobsTab,
});
