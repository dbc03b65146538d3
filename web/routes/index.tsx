import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '#web/features/accounts/queries.ts';
import { HomePage, HomePending } from '#web/features/home/home-page.tsx';
import { latestPostsQuery } from '#web/features/home/queries.ts';
import { newestMembersQuery, statisticsQuery } from '#web/features/profiles/community-queries.ts';

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, call } }) => {
    const [session] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(latestPostsQuery(call)),
      queryClient.ensureQueryData(statisticsQuery(call)),
      queryClient.ensureQueryData(newestMembersQuery(call)),
    ]);
    return { site: session.site };
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: loaderData?.site.name ?? '' },
      {
        name: 'description',
        content: 'A community for music and video creators and their fans: forum, members, and what they make.',
      },
      { property: 'og:title', content: loaderData?.site.name ?? '' },
      { property: 'og:type', content: 'website' },
      { property: 'og:url', content: `${loaderData?.site.url ?? ''}/` },
    ],
    links: [
      { rel: 'canonical', href: `${loaderData?.site.url ?? ''}/` },
      { rel: 'alternate', type: 'application/atom+xml', href: '/forum.atom', title: 'Forum' },
    ],
  }),
  pendingMs: 200,
  pendingComponent: HomePending,
  component: HomePage,
});
