import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** Who is signed in, and the site. Cached until a session event invalidates it. */
export const sessionQuery = (call: Call) =>
  queryOptions({ queryKey: ['session'], queryFn: () => call('GET /session'), staleTime: Infinity });

/** The member's account settings. */
export const accountQuery = (call: Call) =>
  queryOptions({ queryKey: ['account'], queryFn: () => call('GET /account') });

/** Where the member is signed in. */
export const sessionsQuery = (call: Call) =>
  queryOptions({ queryKey: ['account', 'sessions'], queryFn: () => call('GET /account/sessions') });

/** What happened to the security of the account. */
export const securityQuery = (call: Call) =>
  queryOptions({ queryKey: ['account', 'security'], queryFn: () => call('GET /account/security') });

/** Invitations, newest first; for admins. */
export const invitationsQuery = (call: Call) =>
  infiniteQueryOptions({
    queryKey: ['invitations'],
    queryFn: ({ pageParam }) =>
      call('GET /invitations', { query: { ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** The member's data exports; asked again while one is being made. */
export const exportsQuery = (call: Call) =>
  queryOptions({
    queryKey: ['account', 'exports'],
    queryFn: () => call('GET /account/exports'),
    refetchInterval: (query) => (query.state.data?.items.some((item) => item.state === 'waiting') ? 2000 : false),
  });
