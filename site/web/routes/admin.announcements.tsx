import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { AnnouncementsTab } from '#features/announcements/web/announcements-tab.tsx';
import { announcementsQuery } from '#features/announcements/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/announcements')({
  loader: forStaff(({ context: { queryClient, call } }) =>
    queryClient.prefetchInfiniteQuery(announcementsQuery(call, true)),
  ),
  head: privateHead('Announcements · Admin'),
  component: AnnouncementsTab,
});
