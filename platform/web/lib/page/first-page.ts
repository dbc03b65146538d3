import type { FetchInfiniteQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** Fetches the first page of a list again and drops the others. @throws what its function throws */
export async function readFirstPage<T, E, D, K extends QueryKey, P>(
  client: QueryClient,
  list: FetchInfiniteQueryOptions<T, E, D, K, P>,
): Promise<void> {
  // The pages that are being read would be taken for the answer.
  await client.cancelQueries({ queryKey: list.queryKey, exact: true });
  await client.fetchInfiniteQuery({ ...list, pages: 1, staleTime: 0 } as FetchInfiniteQueryOptions<T, E, D, K, P>);
}
