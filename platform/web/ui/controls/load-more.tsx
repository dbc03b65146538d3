import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';

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
