import { createFileRoute } from '@tanstack/react-router';
import type { Session } from '#people/accounts/contract/endpoints.ts';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { composerQuery } from '#features/composer/web/queries.ts';
import { FeedSkeleton } from '#features/feed/web/list/feed-list.tsx';
import { feedLink, wholeFeed } from '#features/feed/web/list/filter.ts';
import { HomeFeed } from '#features/feed/web/list/home-feed.tsx';
import { trendingQuery, uploadsQuery } from '#features/feed/web/queries.ts';
import { Trending } from '#features/feed/web/list/trending-tags.tsx';
import { homeHead } from '#features/home/web/head.ts';
import { HomePage, HomePending } from '#features/home/web/home-page.tsx';
import { latestPostsQuery, welcomeQuery } from '#features/home/web/queries.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { newestMembersQuery, statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { HomeHint, checklistHintQuery, newcomerHintQuery } from '#site/web/home-hints.tsx';

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, call }, location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery(call));
    const isFed = hasFeed(session.site);
    await Promise.all([
      isFed && queryClient.ensureInfiniteQueryData(startingAt(uploadsQuery(call, wholeFeed), startOf(location))),
      isFed && queryClient.ensureQueryData(trendingQuery(call)),
      queryClient.ensureQueryData(latestPostsQuery(call)),
      queryClient.ensureQueryData(statisticsQuery(call)),
      queryClient.ensureQueryData(newestMembersQuery(call)),
    ]);
    if (session.viewer)
      await Promise.all([
        isFed && queryClient.ensureQueryData(composerQuery(call)),
        // The page stands without it.
        session.viewer.isNew && queryClient.prefetchQuery(newcomerHintQuery(call)),
        session.viewer.isAdmin && queryClient.prefetchQuery(checklistHintQuery(call)),
      ]);
    const welcome = session.viewer ? null : await queryClient.ensureQueryData(welcomeQuery(call));
    return { head: homeHead(session.site, welcome?.summary ?? null, ...(isFed ? [feedLink] : [])) };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: () => <HomePending feed={<FeedSkeleton />} />,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Uploads" title="The home page could not be loaded." />
  ),
  component: Home,
});

/** Whether this site shows uploads. */
const hasFeed = ({ sections }: Session['site']): boolean => sections?.names['/uploads'] !== null;

function Home() {
  const { viewer, site } = useAuth();
  const [feed, trending] = hasFeed(site) ? [<HomeFeed key="feed" />, <Trending key="tags" />] : [null, null];
  return <HomePage feed={feed} hint={<HomeHint viewer={viewer} />} trending={trending} />;
}
