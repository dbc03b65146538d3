import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** What a statement shows: everything, or one of the two. */
export type StatementOf = 'all' | 'xp' | 'credits';

/** The member's XP, credits and level, and what today was rewarded. */
export const balanceQuery = (call: Call) =>
  queryOptions({ queryKey: ['ledger', 'balance'], queryFn: () => call('GET /ledger') });

/** The member's statement, newest first. */
export const statementQuery = (call: Call, of: StatementOf) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'statement', of],
    queryFn: ({ pageParam }) =>
      call('GET /ledger/entries', {
        query: { ...(of !== 'all' && { currency: of }), ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
