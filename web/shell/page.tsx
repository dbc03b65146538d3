import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';

/** Props of {@link Page}. */
export interface PageProps {
  /** `reading`: 46rem; `full`: for grids; `narrow`: for a form alone. */
  width?: 'reading' | 'full' | 'narrow';
  /** The right rail, shown from 1200px; give it only what is true and worth it. */
  rail?: ReactNode;
  /** Names the rail for screen readers. */
  railLabel?: string;
  children: ReactNode;
}

/** The grid inside the layout's content: the page's own column and, where there is one, its right rail. */
export function Page({ width = 'reading', rail, railLabel = 'More', children }: PageProps) {
  return (
    <div className={classes('page', `page-${width}`, rail != null && 'page-railed')}>
      <div className="min-w-0">{children}</div>
      {rail != null && (
        <aside aria-label={railLabel} className="page-rail">
          {rail}
        </aside>
      )}
    </div>
  );
}
