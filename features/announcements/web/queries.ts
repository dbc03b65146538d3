import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';
import { useLive } from '#platform/web/lib/socket/use-live.ts';

const key = ['announcements'] as const;

/** Announcements in their order. @param all for staff: hidden and expired ones too. */
export const announcementsQuery = (call: Call, all: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key, all ? 'all' : 'shown'],
    queryFn: ({ pageParam }) => {
      const query = pageParam === null ? {} : { after: pageParam };
      return all ? call('GET /staff/announcements', { query }) : call('GET /announcements', { query });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

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
