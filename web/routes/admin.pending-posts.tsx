import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#web/features/accounts/staff-loader.ts';
import { PendingPostsTab } from '#web/features/staff/pending-posts-tab.tsx';
import { pendingPostsQuery } from '#web/features/staff/queries.ts';
import { tabHead } from '#web/features/staff/tab-head.ts';

export const Route = createFileRoute('/admin/pending-posts')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(pendingPostsQuery(call))),
  head: () => tabHead('Pending Posts'),
  component: PendingPostsTab,
});
