import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** What the composer's header shows. */
export const composerQuery = (call: Call) =>
  queryOptions({ queryKey: ['composer'], queryFn: () => call('GET /composer'), staleTime: 60_000 });

/** The member's banner for new posts. */
export const bannerQuery = (call: Call) =>
  queryOptions({ queryKey: ['forum', 'banner'], queryFn: () => call('GET /forum/banner'), staleTime: 60_000 });
