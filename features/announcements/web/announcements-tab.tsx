import { useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { NotLoaded } from '#platform/web/ui/not-loaded.tsx';
import { AnnouncementCard, AnnouncementDialog } from './announcement-card.tsx';
import { announcementsQuery, useAnnouncementsLive } from './queries.ts';

/** The tab Announcements of the admin panel: all of them, hidden and expired ones too. */
export function AnnouncementsTab() {
  const query = useInfiniteQuery(announcementsQuery(useCall(), true));
  useAnnouncementsLive();
  const [isWriting, setIsWriting] = useState(false);
  if (!query.data) return <NotLoaded label="The announcements" query={query} rows={3} />;
  const items = query.data.pages.flatMap((page) => page.items);
  return (
    <>
      <div className="mb-4">
        <Button
          icon={<Megaphone aria-hidden="true" size={18} />}
          onClick={() => setIsWriting(true)}
          onFocus={AnnouncementDialog.preload}
          onPointerEnter={AnnouncementDialog.preload}
          variant="primary"
        >
          Create Announcement
        </Button>
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
      {isWriting && <AnnouncementDialog onGiveUp={() => setIsWriting(false)} onOpenChange={setIsWriting} />}
    </>
  );
}
