import type { FetchInfiniteQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Reads a list again from its beginning: of however many pages it had, the first alone. @throws what its function throws */
export async function readFirstPage<T, E, D, K extends QueryKey, P>(
  client: QueryClient,
  list: FetchInfiniteQueryOptions<T, E, D, K, P>,
): Promise<void> {
  // The pages that are being read would be taken for the answer.
  await client.cancelQueries({ queryKey: list.queryKey, exact: true });
  await client.fetchInfiniteQuery({ ...list, pages: 1, staleTime: 0 } as FetchInfiniteQueryOptions<T, E, D, K, P>);
}
