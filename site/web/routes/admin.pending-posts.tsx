import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { PendingPostsTab } from '#features/staff/web/queue/pending-posts-tab.tsx';
import { pendingPostsQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/pending-posts')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(pendingPostsQuery(call))),
  head: privateHead('Pending Posts · Admin'),
  component: PendingPostsTab,
});
