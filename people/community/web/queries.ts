import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LeaderboardPeriod, MemberFilter, MemberOrder } from '#people/community/contract/limits.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** What `/members` shows: the choices in its address. */
export interface MemberChoice {
  readonly filter: MemberFilter;
  readonly order: MemberOrder;
  /** A search, or empty. */
  readonly q: string;
}

/** Members, page by page; while another choice loads, the last one stays. */
export const membersQuery = (call: Call, { filter, order, q }: MemberChoice) =>
  infiniteQueryOptions({
    queryKey: ['members', filter, order, q],
    queryFn: ({ pageParam }) =>
      call('GET /members', {
        query: { filter, order, ...(q !== '' && { q }), ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

/** A leaderboard. */
export const leaderboardQuery = (call: Call, period: LeaderboardPeriod) =>
  queryOptions({
    queryKey: ['leaderboards', period],
    queryFn: () => call('GET /leaderboards', { query: { period } }),
    placeholderData: keepPreviousData,
  });
