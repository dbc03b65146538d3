import { LoadMore, type LoadMoreProps } from './load-more.tsx';

/** A list that is read page by page, as the query library holds it. */
export interface PagedList<P extends object = object> {
  readonly data: { readonly pages: readonly P[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly isFetchingNextPage: boolean;
  /** What is shown is the list of the last choice, until that of the next one is here. */
  readonly isPlaceholderData?: boolean;
  /** Its pages are being read again. */
  readonly isRefetching: boolean;
  fetchNextPage(): Promise<unknown>;
  refetch(): Promise<unknown>;
}

/** Props of {@link ListEnd}. */
export interface ListEndProps extends Pick<LoadMoreProps, 'auto' | 'aheadPx' | 'label'> {
  list: PagedList;
  /** The page's address takes the cursor of a page (`after`): where no script runs, a link leads to the next one. */
  linked?: boolean | undefined;
}

/** The end of a list of pages: loads the next one. */
export function ListEnd({ list, linked, ...props }: ListEndProps) {
  const loadMore = async () => {
    const isInterrupted = list.isRefetching;
    await list.fetchNextPage();
    // The library ends what reads the list's pages again for the next one, and takes them for fresh.
    if (isInterrupted) await list.refetch();
  };
  const last: { readonly next?: string | null } | undefined = list.data?.pages.at(-1);
  return (
    <LoadMore
      {...props}
      failed={list.isFetchNextPageError}
      hasMore={list.hasNextPage && !list.isPlaceholderData}
      loading={list.isFetchingNextPage}
      next={linked ? last?.next : undefined}
      onLoadMore={() => void loadMore()}
    />
  );
}
