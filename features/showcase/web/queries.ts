import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Reply } from '#site/contract/contract.ts';
import { pagedQuery } from '#content/core/web/cache/paged-query.ts';
import type { Call } from '#platform/web/lib/call.ts';

const keys = {
  list: ['showcase', 'list'] as const,
  mine: ['showcase', 'mine'] as const,
};

/** Polling whether Spotify has been asked: milliseconds between two requests, and how many there are. */
const POLL_MS = 2000;
const POLLS = 15;

/** The leaderboard, page by page. */
export const showcasesQuery = (call: Call) =>
  pagedQuery(keys.list, (query, { signal }) => call('GET /showcases', { query, signal }));

/** The member's own showcase, or null. Read again for a while where its name and picture are on their way. */
export const ownShowcaseQuery = (call: Call) =>
  queryOptions({
    queryKey: keys.mine,
    queryFn: ({ signal }) => call('GET /showcases/mine', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.showcase?.state === 'asking' && state.dataUpdateCount < POLLS ? POLL_MS : false,
  });

/** Shows the member's changed showcase, and reads the leaderboard again. */
export function showOwn(client: QueryClient, showcase: Reply<'GET /showcases/mine'>['showcase']): void {
  client.setQueryData(keys.mine, { showcase });
  void client.invalidateQueries({ queryKey: keys.list });
}

/** Reads the leaderboard again. */
export function staleList(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.list });
}
