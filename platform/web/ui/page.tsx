import { type ReactNode, useEffect } from 'react';
import { classes } from '#platform/web/ui/classes.ts';
import { replayEarlyActions } from '#platform/web/lib/early-actions.ts';

/** Props of {@link Page}. */
export interface PageProps {
  /**
   * `reading`: 46rem; `thread`: 42rem, around long text; `list`: 68rem, for rows; `full`: for grids. All begin at the same
   * left edge, but `narrow`, for a form or a sentence alone: it stands in the middle.
   */
  width?: 'reading' | 'thread' | 'list' | 'full' | 'narrow';
  /** The right rail; give it only what is true and worth it. Below 1200px it stands under the page. */
  rail?: ReactNode;
  /** The rail is only for wide screens: what it holds is said elsewhere too. */
  wideRail?: boolean;
  /** Names the rail for screen readers. */
  railLabel?: string;
  children: ReactNode;
}

/** The grid inside the layout's content: the page's own column and, where there is one, its right rail. */
export function Page({ width = 'reading', rail, wideRail, railLabel = 'More', children }: PageProps) {
  // The frame around it is hydrated already; placeholders are replaced right after this.
  useEffect(replayEarlyActions, []);
  return (
    <div className={classes('page', `page-${width}`, rail != null && 'page-railed')}>
      <div className="min-w-0">{children}</div>
      {rail != null && (
        <aside aria-label={railLabel} className={classes('page-rail', wideRail && 'max-xl:hidden')}>
          {rail}
        </aside>
      )}
    </div>
  );
}
