import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { CommunityPage, CommunityPending } from '#people/community/web/community-page.tsx';
import { newestMembersQuery, statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

export const Route = createFileRoute('/community')({
  loader: async ({ context: { queryClient, call } }) => {
    const [session] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(statisticsQuery(call)),
      queryClient.ensureQueryData(newestMembersQuery(call)),
    ]);
    return {
      head: pageHead(session.site, {
        path: '/community',
        title: 'Community',
        description: `Who makes up ${session.site.name}: music and video creators, their newest members, and where to begin.`,
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: CommunityPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Community" title="The community could not be loaded." />
  ),
  component: CommunityPage,
});
