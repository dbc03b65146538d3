import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** What the card of a name shows. @param of an id or a username */
export const profileCardQuery = (call: Call, of: string) =>
  queryOptions({
    queryKey: ['profile-card', of.toLowerCase()],
    queryFn: () => call('GET /profile-cards/:of', { params: { of } }),
    staleTime: 60_000,
    retry: false,
  });
