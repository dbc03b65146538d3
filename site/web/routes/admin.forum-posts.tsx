import { createFileRoute } from '@tanstack/react-router';
import { forStaff } from '#people/accounts/web/staff-loader.ts';
import { ForumPostsTab } from '#features/staff/web/queue/forum-posts-tab.tsx';
import { forumPostsQuery } from '#features/staff/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/admin/forum-posts')({
  loader: forStaff(({ context: { queryClient, call } }) => queryClient.prefetchInfiniteQuery(forumPostsQuery(call))),
  head: privateHead('Forum Posts · Admin'),
  component: ForumPostsTab,
});
