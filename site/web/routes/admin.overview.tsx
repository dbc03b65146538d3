import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { OverviewTab } from '#features/staff/web/site/overview-tab.tsx';
import { checklistQuery, overviewQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/overview')({
  loader: forStaff(async ({ context: { queryClient, call } }) => {
    const { viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    await Promise.all([
      queryClient.prefetchQuery(overviewQuery(call)),
      viewer?.isAdmin === true && queryClient.prefetchQuery(checklistQuery(call)),
    ]);
  }),
  head: privateHead('Overview · Admin'),
  component: OverviewTab,
});
