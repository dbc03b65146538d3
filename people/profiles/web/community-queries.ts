import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** Site-wide counts: the same on every page that shows them. */
export const statisticsQuery = (call: Call) =>
  queryOptions({ queryKey: ['statistics'], queryFn: () => call('GET /community/statistics') });

/** The latest members. */
export const newestMembersQuery = (call: Call) =>
  queryOptions({ queryKey: ['newest-members'], queryFn: () => call('GET /community/newest-members') });
