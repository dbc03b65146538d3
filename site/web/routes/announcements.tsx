import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { AnnouncementsPage, AnnouncementsPending } from '#features/announcements/web/announcements-page.tsx';
import { announcementsQuery } from '#features/announcements/web/queries.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

const description = 'News of the site: what is new, what is planned, and what is being worked on.';

export const Route = createFileRoute('/announcements')({
  loader: async ({ context: { queryClient, call }, location }) => {
    const { site } = await queryClient.ensureQueryData(sessionQuery(call));
    await queryClient.ensureInfiniteQueryData(startingAt(announcementsQuery(call, false), startOf(location)));
    return {
      head: pageHead(site, {
        path: '/announcements',
        title: 'Announcements',
        description,
        links: [
          { rel: 'alternate', type: 'application/atom+xml', title: 'Announcements', href: '/announcements.atom' },
        ],
      }),
    };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: AnnouncementsPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Announcements" title="The announcements could not be loaded." />
  ),
  component: AnnouncementsPage,
});
