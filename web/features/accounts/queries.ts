import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#web/lib/call.ts';

/** Who is signed in, and the site. Kept until a session event says otherwise. */
export const sessionQuery = (call: Call) =>
  queryOptions({ queryKey: ['session'], queryFn: () => call('GET /session'), staleTime: Infinity });
