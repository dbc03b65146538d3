import { useInfiniteQuery } from '@tanstack/react-query';
import { useCall } from '#platform/web/lib/api.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { AnnouncementCard, CreateAnnouncement } from './announcement-card.tsx';
import { announcementsQuery, useAnnouncementsLive } from './queries.ts';

/** The tab Announcements of the admin panel: all of them, hidden and expired ones too. */
export function AnnouncementsTab() {
  const query = useInfiniteQuery(announcementsQuery(useCall(), true));
  useAnnouncementsLive();
  if (!query.data) return <NotLoaded label="The announcements" query={query} rows={3} />;
  const items = query.data.pages.flatMap((page) => page.items);
  return (
    <>
      <div className="mb-4">
        <CreateAnnouncement />
      </div>
      {items.length === 0 ? (
        <EmptyState title="No announcements yet">Every member is notified of a new one.</EmptyState>
      ) : (
        <div className="grid gap-4">
          {items.map((item) => (
            <AnnouncementCard item={item} key={item.id} />
          ))}
        </div>
      )}
      <ListEnd list={query} />
    </>
  );
}
