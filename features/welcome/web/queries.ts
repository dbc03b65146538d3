import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** How far the member is in the welcome. */
export const welcomeQuery = (call: Call) =>
  queryOptions({ queryKey: ['welcome'], queryFn: () => call('GET /welcome') });

/** Whom and what the member may follow. */
export const suggestionsQuery = (call: Call) =>
  queryOptions({ queryKey: ['welcome', 'suggestions'], queryFn: () => call('GET /welcome/suggestions') });
