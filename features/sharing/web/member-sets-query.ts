import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { Call } from '#platform/web/lib/call.ts';

/** The published sets of one member, newest first. A change of any set reaches it: its key is one of the lists. */
export const memberSetsQuery = (call: Call, username: string) =>
  pagedQuery(['sharing', 'set', 'list', 'by', username.toLowerCase()], (after, { signal }) =>
    call('GET /sets', { query: { author: username, ...after }, signal }),
  );
