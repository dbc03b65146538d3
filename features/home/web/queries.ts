import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** The first page of the forum. */
export const latestPostsQuery = (call: Call) =>
  queryOptions({ queryKey: ['home', 'posts'], queryFn: () => call('GET /forum/posts', { query: {} }) });

/** The operator's text for visitors of the home page. */
export const welcomeQuery = (call: Call) =>
  queryOptions({ queryKey: ['home', 'welcome'], queryFn: () => call('GET /site/welcome') });
