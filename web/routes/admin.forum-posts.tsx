import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { ForumPostsTab } from '#web/features/staff/queue/forum-posts-tab.tsx';
import { forumPostsQuery } from '#web/features/staff/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/forum-posts')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(forumPostsQuery(call))),
  head: privateHead('Forum Posts · Admin'),
  component: ForumPostsTab,
});
