import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#platform/web/lib/call.ts';

/** What is in the member's own podcast. */
export const podcastSettingsQuery = (call: Call) =>
  queryOptions({ queryKey: ['podcast-settings'], queryFn: () => call('GET /podcast-settings') });
