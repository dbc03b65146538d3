import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** The products, at the operator's prices. */
export const offersQuery = (call: Call) =>
  queryOptions({ queryKey: ['payments', 'offers'], queryFn: () => call('GET /payments/offers') });

/** The member's purchases, and the rights that they grant. */
export const ownPaymentsQuery = (call: Call) =>
  queryOptions({ queryKey: ['payments', 'mine'], queryFn: () => call('GET /payments/mine') });

/** The member's invoices, newest first. */
export const invoicesQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'invoices'],
    queryFn: ({ pageParam }) =>
      call('GET /payments/invoices', { query: { ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
