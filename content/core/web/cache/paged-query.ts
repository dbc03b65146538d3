import { type QueryFunctionContext, type QueryKey, infiniteQueryOptions } from '@tanstack/react-query';

/** Where a page of a list begins: at its start, or after a cursor. */
export interface After {
  readonly after?: string;
}

/** A list that is read page by page. @param read one page; the context has the signal of a reader who has left */
export const pagedQuery = <P extends { readonly next: string | null }, const K extends QueryKey>(
  queryKey: K,
  read: (after: After, context: QueryFunctionContext<K, string | null>) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: (context) => read(context.pageParam === null ? {} : { after: context.pageParam }, context),
    initialPageParam: null as string | null,
    getNextPageParam: (page: P) => page.next,
  });
