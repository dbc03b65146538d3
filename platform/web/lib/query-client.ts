import { type FetchQueryOptions, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { CallError } from './call.ts';

/** Milliseconds for which loaded data counts as fresh: navigating back and forth within it fetches nothing. */
const FRESH_MS = 30_000;

/**
 * A client for one page load. On the server one for each request, so that nothing of one member reaches another.
 * @param onGone something that a page shows was read again, and is not there, or not for this reader any more; once until
 *   what it returns is settled
 */
export function makeQueryClient(onGone: () => Promise<void> = () => Promise.resolve()): QueryClient {
  let isSettled = true;
  const reportGone = async (): Promise<void> => {
    isSettled = false;
    try {
      await onGone();
    } finally {
      isSettled = true;
    }
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const isShown = query.state.data !== undefined && query.getObserversCount() > 0;
        if (!isSettled || !isShown || !(error instanceof CallError) || ![403, 404].includes(error.status)) return;
        void reportGone();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a network a query fails at once, and the page offers Retry.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Only network failures are retried, not refusals.
        retry: (count, error) => count < 2 && error instanceof CallError && error.code === 'network',
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** Fetches a query again, past a pending fetch. @throws what its function throws */
export async function refetch<T, E, D, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, E, D, K>,
): Promise<D> {
  const fresh = { ...query, staleTime: 0 };
  // The library would reuse a pending fetch, which may be older than this call.
  if (client.isFetching({ queryKey: query.queryKey, exact: true }) > 0) await client.fetchQuery(fresh).catch(() => {});
  return await client.fetchQuery(fresh);
}

/**
 * Has everything under a key read again. What is read for the first time just now is waited for: the library takes that
 * one for the answer, though it may be older than the question. So is a further page of a list, which it would drop.
 */
export async function readAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const before = client.getQueryCache().findAll({
    queryKey,
    predicate: ({ state }) =>
      state.fetchStatus === 'fetching' && (state.data === undefined || Boolean(state.fetchMeta?.fetchMore)),
  });
  await Promise.allSettled(before.flatMap(({ promise }) => promise ?? []));
  await client.invalidateQueries({ queryKey });
}
