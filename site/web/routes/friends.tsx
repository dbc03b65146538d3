import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { requireSession } from '#people/accounts/web/guard.ts';
import { FriendsPage, FriendsPending } from '#people/friends/web/friends-page.tsx';
import { type FriendTab, friendTabs } from '#people/friends/web/tabs.ts';
import { friendCountsQuery, friendListQuery } from '#people/profiles/web/friendship/relation-queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

const isTab = (value: unknown): value is FriendTab => friendTabs.includes(value as FriendTab);

export const Route = createFileRoute('/friends')({
  validateSearch: (search: Record<string, unknown>): { tab?: FriendTab } => ({
    ...(isTab(search['tab']) && { tab: search['tab'] }),
  }),
  beforeLoad: requireSession,
  loaderDeps: ({ search: { tab = 'friends' } }) => ({ tab }),
  loader: async ({ context: { queryClient, call }, deps: { tab } }) => {
    const [counts] = await Promise.all([
      queryClient.ensureQueryData(friendCountsQuery(call)),
      tab !== 'find' && queryClient.ensureInfiniteQueryData(friendListQuery(call, tab)),
    ]);
    if (counts.blocked > 0) await queryClient.ensureInfiniteQueryData(friendListQuery(call, 'blocked'));
  },
  head: privateHead('Friends'),
  pendingMs: 200,
  pendingComponent: FriendsPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Friends" title="Your friends could not be loaded." />
  ),
  component: function Friends() {
    const { tab } = Route.useLoaderDeps();
    const navigate = Route.useNavigate();
    return <FriendsPage onTab={(next) => void navigate({ replace: true, search: { tab: next } })} tab={tab} />;
  },
});
