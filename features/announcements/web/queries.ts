import { useQueryClient } from '@tanstack/react-query';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { Call } from '#platform/web/lib/call.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';

const key = ['announcements'] as const;

/** Announcements in their order. @param all for staff: hidden and expired ones too. */
export const announcementsQuery = (call: Call, all: boolean) =>
  pagedQuery([...key, all ? 'all' : 'shown'], (query) =>
    all ? call('GET /staff/announcements', { query }) : call('GET /announcements', { query }),
  );

/** Fetches the lists again. */
export function useReadAnnouncements(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: key });
}

/** Keeps an open list as staff have it. */
export function useAnnouncementsLive(): void {
  const client = useQueryClient();
  const read = () => void client.invalidateQueries({ queryKey: key });
  useLive('announcements', { announcements_changed: read }, { onReset: read });
}
