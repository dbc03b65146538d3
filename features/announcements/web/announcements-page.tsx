import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { startingAt, useStart } from '#platform/web/lib/list-start.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { AnnouncementCard, CreateAnnouncement } from './announcement-card.tsx';
import { announcementsQuery, useAnnouncementsLive } from './queries.ts';

/** `/announcements`. Staff find hidden and expired ones in the admin panel. */
export function AnnouncementsPage() {
  const call = useCall();
  const { viewer } = useAuth();
  const isStaff = viewer !== null && (viewer.isAdmin || viewer.isModerator);
  const query = useSuspenseInfiniteQuery(startingAt(announcementsQuery(call, false), useStart()));
  useAnnouncementsLive();
  const items = query.data.pages.flatMap((page) => page.items);
  return (
    <Page>
      <PageHeading actions={isStaff && <CreateAnnouncement />} title="Announcements" />
      {isStaff && (
        <p className="mb-3 text-end text-sm">
          <AppLink className="font-semibold text-soft hover:text-text" to="/admin/announcements">
            Show hidden and expired ones
          </AppLink>
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState title="No announcements at this time. Check back later!" />
      ) : (
        <div className="grid gap-4">
          {items.map((item) => (
            <AnnouncementCard key={item.id} item={item} />
          ))}
        </div>
      )}
      <ListEnd auto linked list={query} />
    </Page>
  );
}

/** The page while it loads: three skeletons. */
export function AnnouncementsPending() {
  return (
    <Page>
      <PageHeading title="Announcements" />
      <ListSkeleton rows={3} />
    </Page>
  );
}
