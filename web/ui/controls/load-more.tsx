import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';

/** Props of {@link LoadMore}. */
export interface LoadMoreProps {
  hasMore: boolean;
  loading: boolean;
  onLoadMore: () => void;
  /** The last page failed; the button becomes Retry. */
  failed?: boolean | undefined;
  /** Loads by itself when it comes into view. */
  auto?: boolean | undefined;
  /** With `auto`: pixels before it comes into view. */
  aheadPx?: number;
  label?: string;
  /** Cursor of the next page, for a link to it where no script runs; or the address of what follows. */
  next?: string | null | undefined;
  nextTo?: string | undefined;
}

/** The end of a list: loads the next page. */
export function LoadMore({
  hasMore,
  loading,
  onLoadMore,
  failed,
  auto,
  aheadPx = 600,
  label = 'Load more',
  next,
  nextTo,
}: LoadMoreProps) {
  const mark = useRef<HTMLDivElement>(null);
  const load = useRef(onLoadMore);
  useEffect(() => {
    load.current = onLoadMore;
  });
  useEffect(() => {
    if (!auto || !hasMore || loading || failed || !mark.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && load.current(),
      {
        rootMargin: `${aheadPx}px`,
      },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [auto, hasMore, loading, failed, aheadPx]);

  if (!hasMore) return null;
  if (failed) return <ErrorState busy={loading} compact onRetry={onLoadMore} title="The rest could not be loaded." />;
  return (
    // What reads on by itself stands at the new end as something new: nothing was moved there. Styles hide the footer
    // meanwhile, for the same reason.
    <div
      key={auto ? next : undefined}
      ref={mark}
      className="load-more flex justify-center py-4"
      data-loading={(auto && loading) || undefined}
    >
      <Button busy={loading} className="needs-script" onClick={onLoadMore}>
        {label}
      </Button>
      {(next != null || nextTo !== undefined) && (
        // A browser with scripts reads nothing of it: its words are not in them.
        <noscript>{import.meta.env.SSR && <NextLink label={label} next={next} to={nextTo} />}</noscript>
      )}
    </div>
  );
}

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

/** The way on without scripts: the same page from the next cursor on. */
function NextLink({ label, next, to }: { label: string; next: string | null | undefined; to: string | undefined }) {
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  if (next != null) params.set('after', next);
  return (
    <a className="link inline-block py-2" href={to ?? `${pathname}?${params.toString()}`}>
      {label}
    </a>
  );
}
